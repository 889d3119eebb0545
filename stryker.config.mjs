/** Used by scripts/mutants.ts for the rules; it sets the file to mutate and the report to write. */
export default {
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts' },
  // TypeScript 7 has no API for Stryker to rewrite the compiler's settings with; it doesn't need to.
  ignorePatterns: ['/art', '/bench', '/build', '/docs', '/public', '/data', '/test-results', '/tsconfig*.json', '.*'],
  concurrency: 1,
  tempDirName: '.stryker-tmp',
  reporters: ['json'],
  jsonReporter: { fileName: process.env.MUTANTS_REPORT ?? 'test-results/mutants.json' },
}
