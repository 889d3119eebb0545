import { defineConfig } from 'vitest/config'

/** What mutants are held against: rules against the tests beside them, payment code against the tests that pay. */
const DOMAIN = { include: ['src/domain/**/*.test.ts'] }
const PAYMENTS = {
  include: ['src/server/{checkout,discounts,payments}/*.test.ts', 'src/server/orders/order-desk.service.db.test.ts'],
  globalSetup: ['./test/database-template.ts'],
  env: { TEST_ENGINE: 'pglite', TEST_SOURCE: 'yes' },
  // Pages come from the build, which has another context than the source.
  testNamePattern: /^(?!.*\bpage\b)/,
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: { name: 'pglite', ...(process.env.MUTANTS_OF === 'payments' ? PAYMENTS : DOMAIN) },
})
