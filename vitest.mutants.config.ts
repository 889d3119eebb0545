import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Which tests run against mutants: for rules the tests next to them, for payment code the tests that pay. */
const DOMAIN = { include: ['src/domain/**/*.test.ts'] }
const PAYMENTS = {
  include: [
    'src/server/{checkout,discounts,payments}/*.test.ts',
    'src/server/orders/{item-changes,order-,returns}*.db.test.ts',
    'test/{checkout-violations,halted-process,payment-database-away,stock-locks}.db.test.ts',
  ],
  globalSetup: ['./test/database-template.ts'],
  // A test takes less than half the time there.
  name: 'postgres',
  env: { TEST_ENGINE: 'postgres' },
  css: true,
}

export default defineConfig({
  resolve: { alias: { 'virtual:react-router/server-build': path.resolve('test/server-build.ts') } },
  test: {
    // As in every other run. The shop's code is loaded once per mutant instead of once per test file.
    isolate: false,
    // A run takes hours next to other work; Stryker ends a hanging mutant on its own.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...(process.env.MUTANTS_OF === 'payments' ? PAYMENTS : DOMAIN),
  },
})
