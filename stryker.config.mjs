const isOfPayments = process.env.MUTANTS_OF === 'payments'

/** Used by scripts/mutants.ts, which names the file to change and the report to write. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // Nearly every test loads the payment code; those that are about it are named in the configuration.
  vitest: { configFile: 'vitest.mutants.config.ts', related: !isOfPayments },
  // TypeScript 7 has no programming interface with which Stryker could rewrite the compiler's settings; it needs none.
  ignorePatterns: [
    '/art',
    '/bench',
    // Tests that pay start a whole shop.
    ...(isOfPayments ? [] : ['/build', '/docs', '/public']),
    '/data',
    '/test-results',
    '/tsconfig*.json',
    '.*',
  ],
  concurrency: 1,
  // All tests of payment code once, slower than usual: they record which line each of them reaches.
  dryRunTimeoutMinutes: 30,
  // A slow machine would count a test that waits for its turn as one that hangs, and so as one that detects the mutant.
  timeoutMS: isOfPayments ? 300_000 : 5000,
  // A constant of a module is mutated for all tests at once, each of which has to run again: nearly all of the time.
  ignoreStatic: isOfPayments,
  tempDirName: '.stryker-tmp',
  reporters: ['json', ...(isOfPayments ? ['progress-append-only'] : [])],
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'test-results/mutants.json' },
}
