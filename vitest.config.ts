import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The shop is tested from its source, not from what was built of it some time ago. */
const resolve = { alias: { 'virtual:react-router/server-build': path.resolve('test/server-build.ts') } }

/** A green run never waits for these limits; a machine that is busy with something else does. */
const everyProject = {
  // A file's modules stay for the next one: nothing in the shop keeps state outside of what its factories return.
  isolate: false,
  // The shop's own styles have addresses that pages name.
  css: true,
  // `import.meta.env.DEV` is false: errors are told as shoppers see them, not as developers do.
  env: { DEV: '' },
  setupFiles: ['./test/fail-on-console.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** What touches SQL is `*.db.test.ts`. All of it runs on PostgreSQL, where a test costs less than half as much. */
const DB_TESTS = ['{src,db,test}/**/*.db.test.ts']

/**
 * PGlite has the same SQL, but one connection, another driver and its own files: each noun's main path runs there too,
 * and everything that looks at connections, locks, notifications or types. `npm run test:pglite` runs all.
 */
const PGLITE_TESTS = [
  'src/server/*.db.test.ts',
  'src/server/platform/**/*.db.test.ts',
  'src/server/backup/{backup.service,restore}.db.test.ts',
  'src/server/catalogue/{catalogue,collection-editor,product-editor,product-import}.service.db.test.ts',
  'src/server/checkout/checkout.service.db.test.ts',
  'src/server/customers/customers.service.db.test.ts',
  'src/server/discounts/discounts.service.db.test.ts',
  'src/server/newsletter/signup.service.db.test.ts',
  'src/server/operators/{sign-in.service,operator-command}.db.test.ts',
  'src/server/orders/{list.service,order-desk.service,order-states}.db.test.ts',
  'src/server/payments/{charge-sender,money-check.service,webhook-retries}.db.test.ts',
  'src/server/policies/policy-editor.service.db.test.ts',
  'src/server/reports/{sales,tax,today}.service.db.test.ts',
  'src/server/reviews/{reviews,moderation}.service.db.test.ts',
  'test/{collections,desk-in-shop,live-reviews,pages,sold-out,unstorable-text}.db.test.ts',
]

/** They wait for processes to start, to die and to be missed; whatever comes last would be waited for alone. */
const LONG =
  /\/(backup|chaos|dev|faults|process|square-account|supervision|database-restarts|mail-process|reconciler\.worker\.db|carts\.db|card-attack\.db)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { long = [], short = [] } = Object.groupBy(await super.sort(files), ({ moduleId }) =>
      LONG.test(moduleId) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}

export default defineConfig({
  test: {
    // One more than the processors that CI has: several files spend most of their time waiting for somebody's timeout.
    maxWorkers: 3,
    coverage: { include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary', 'html'] },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        test: {
          ...everyProject,
          name: 'unit',
          include: ['{src,db}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'node_modules/**'],
        },
      },
      {
        resolve,
        test: {
          ...everyProject,
          name: 'process',
          include: ['{test,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', 'node_modules/**'],
          globalSetup: ['./test/fresh-build.ts'],
        },
      },
      {
        resolve,
        test: {
          ...everyProject,
          name: 'pglite',
          include: process.env.EVERY_DB_TEST ? DB_TESTS : PGLITE_TESTS,
          globalSetup: ['./test/database-template.ts'],
          env: { ...everyProject.env, TEST_ENGINE: 'pglite' },
        },
      },
      {
        resolve,
        test: {
          ...everyProject,
          name: 'postgres',
          include: DB_TESTS,
          globalSetup: ['./test/database-template.ts'],
          env: { ...everyProject.env, TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
})
