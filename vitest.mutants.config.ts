import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** What mutants are held against: rules against the tests beside them, payment code against the tests that pay. */
const DOMAIN = { include: ['src/domain/**/*.test.ts'] }
const PAYMENTS = {
  include: [
    'src/server/{checkout,discounts,payments}/*.test.ts',
    'src/server/orders/{item-changes.service,order-address-tax,order-balance,order-desk.service,order-items,order-refund}.db.test.ts',
    'test/payment-database-away.db.test.ts',
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
    // As in every other run. The shop's code is loaded once for a mutant instead of once for each file of tests.
    isolate: false,
    // A run takes hours beside other work; Stryker ends a mutant that hangs by itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    ...(process.env.MUTANTS_OF === 'payments' ? PAYMENTS : DOMAIN),
  },
})
