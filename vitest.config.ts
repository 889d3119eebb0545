import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests run the source, never an outdated build. */
const resolve = { alias: { 'virtual:react-router/server-build': path.resolve('test/server-build.ts') } }

/** The timeouts are generous for busy machines; a passing run never reaches them. */
const everyProject = {
  // Test files share modules: the shop keeps no module-level state, only what its factories return.
  isolate: false,
  // Pages link to the shop's stylesheets by URL.
  css: true,
  // Makes `import.meta.env.DEV` false, so error pages are the ones that shoppers see.
  env: { DEV: '' },
  setupFiles: ['./test/fail-on-console.ts', './test/seed-properties.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** Tests outside src that only read files or call functions: they need neither the build nor a database. */
const FILE_TESTS = [
  'test/{citations,deploy,layout,named-proofs,order-states,pictures,row-locks,self-signed}.test.ts',
  'scripts/{order-states-page,refuse-old-node,test-reports}.test.ts',
  'test/soak/trend.test.ts',
  'bench/flood-verdict.test.ts',
  'scripts/dev/{reloader,take-place}.test.ts',
]

/** Tests that use SQL. All of them run on PostgreSQL, where a test takes less than half the time. */
const DB_TESTS = ['{src,db,test}/**/*.db.test.ts']

/**
 * PGlite has the same SQL but one connection, a different driver and its own files. So each noun's main path also runs
 * there, and everything about connections, locks, notifications or types. A test that needs both engines runs once, on
 * PostgreSQL. `npm run test:pglite` runs all of them.
 */
const PGLITE_TESTS = [
  'src/server/*.db.test.ts',
  'src/server/platform/**/*.db.test.ts',
  'src/server/backup/backup.service.db.test.ts',
  'src/server/catalogue/{catalogue,product-editor,search}.service.db.test.ts',
  'src/server/checkout/checkout.service.db.test.ts',
  'src/server/customers/customers.service.db.test.ts',
  'src/server/discounts/discounts.service.db.test.ts',
  'src/server/notices/notices.worker.db.test.ts',
  'src/server/labels/labels.service.db.test.ts',
  'src/server/newsletter/signup.service.db.test.ts',
  'src/server/operators/{sign-in.service,operator-command}.db.test.ts',
  'src/server/orders/{list.service,order-desk.service,order-refund,order-states}.db.test.ts',
  'src/server/payments/{charge-sender,money-check.service,webhook-retries}.db.test.ts',
  'src/server/policies/policy-editor.service.db.test.ts',
  'src/server/reports/{sales,tax,today}.service.db.test.ts',
  'src/server/reviews/{reviews,moderation}.service.db.test.ts',
  'src/server/settings/settings.desk.db.test.ts',
  'src/server/texts/texts.service.db.test.ts',
  'test/{live-reviews,pages,sold-out,unstorable-text}.db.test.ts',
]

/** Slow tests start first, so the run doesn't end with one worker waiting for processes while the others are idle. */
const LONG =
  /\/(backup|chaos|dev|faults|process|production|square-account|square-rehearse|supervision|database-restarts|mail-process|reconciler\.worker\.db|carts\.db|card-attack\.db)\.test\.ts$/

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
    // One more than CI has cores: several files spend most of their time waiting for timeouts.
    maxWorkers: 3,
    coverage: { include: ['src/**/*.{ts,tsx}'], reporter: ['text-summary', 'html'] },
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        test: {
          ...everyProject,
          name: 'unit',
          include: ['{src,db}/**/*.test.{ts,tsx}', ...FILE_TESTS],
          exclude: ['**/*.db.test.ts', 'node_modules/**'],
        },
      },
      {
        resolve,
        test: {
          ...everyProject,
          name: 'process',
          include: ['{test,scripts}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', 'node_modules/**', ...FILE_TESTS],
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
