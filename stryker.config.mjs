/** Used by scripts/mutants.ts, which names the file to change and the report to write. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts' },
  // TypeScript 7 has no programming interface with which Stryker could rewrite the compiler's settings; it needs none.
  ignorePatterns: ['/art', '/bench', '/build', '/data', '/docs', '/public', '/test-results', '/tsconfig*.json', '.*'],
  concurrency: 1,
  tempDirName: '.stryker-tmp',
  reporters: ['json'],
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'test-results/mutants.json' },
}
