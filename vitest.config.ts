import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The shop is tested from its source, not from what was built of it some time ago. */
const resolve = { alias: { 'virtual:react-router/server-build': path.resolve('test/server-build.ts') } }

/** A green run never waits for these limits; a machine that is busy with something else does. */
const everyProject = {
  // The shop's own styles have addresses that pages name.
  css: true,
  setupFiles: ['./test/fail-on-console.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
}

/** What touches SQL is `*.db.test.ts` and runs on both engines; everything else runs once. */
const onBothEngines = {
  include: ['{src,db,test}/**/*.db.test.ts'],
  globalSetup: ['./test/database-template.ts'],
}

/** They wait for processes to start, to die and to be missed; whatever comes last would be waited for alone. */
const LONG =
  /\/(chaos|dev|faults|process|supervision|database-restarts|mail-process|reconciler\.worker\.db|carts\.db|card-attack\.db)\.test\.ts$/

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
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        test: {
          ...everyProject,
          name: 'unit',
          include: ['{src,db,test,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'node_modules/**'],
        },
      },
      {
        resolve,
        test: { ...everyProject, ...onBothEngines, name: 'pglite', env: { TEST_ENGINE: 'pglite' } },
      },
      {
        resolve,
        test: { ...everyProject, ...onBothEngines, name: 'postgres', env: { TEST_ENGINE: 'postgres' } },
      },
    ],
  },
})
