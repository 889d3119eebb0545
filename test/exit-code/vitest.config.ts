import { defineConfig } from 'vitest/config'

/** A failing database test, set up like all of them; see test/exit-code.test.ts. */
export default defineConfig({
  test: {
    name: 'postgres',
    include: ['test/exit-code/failing.ts'],
    globalSetup: ['./test/database-template.ts'],
    env: { TEST_ENGINE: 'postgres' },
    hookTimeout: 180_000,
  },
})
