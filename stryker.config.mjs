const isOfPayments = process.env.MUTANTS_OF === 'payments'

/** Used by scripts/mutants.ts, which sets the file to mutate and the report to write. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  // Nearly every test loads the payment code; the configuration lists those that test it.
  vitest: { configFile: 'vitest.mutants.config.ts', related: !isOfPayments },
  // TypeScript 7 has no API for Stryker to rewrite the compiler's settings with; it doesn't need to.
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
  // For one run of all payment tests, slower than usual because it records which lines each test reaches.
  dryRunTimeoutMinutes: 30,
  // On a slow machine, a test that waits for its turn would count as hanging, and so as detecting the mutant.
  timeoutMS: isOfPayments ? 300_000 : 5000,
  // Mutating a module's constant means running every test again, which would take nearly all of the time.
  ignoreStatic: isOfPayments,
  tempDirName: '.stryker-tmp',
  reporters: ['json', ...(isOfPayments ? ['progress-append-only'] : [])],
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'test-results/mutants.json' },
}
