import { defineConfig } from 'vitest/config'

/** What the mutants are held against: the tests beside the rules, which need neither a database nor a build. */
export default defineConfig({
  test: { name: 'domain', include: ['src/domain/**/*.test.ts'] },
})
