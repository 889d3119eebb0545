/**
 * A row that other tables refer to is locked without its key (FOR NO KEY UPDATE): whoever only refers to it, such as an
 * order to its product, does not wait. FOR UPDATE is for rows that are about to be deleted.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const DELETED = [
  'src/server/catalogue/featured-editor.queries.ts',
  'src/server/checkout/tries.queries.ts',
  'src/server/platform/db/purge.ts',
  'src/server/platform/http/throttle.queries.ts',
]

test('only rows that are about to be deleted are locked together with their key', () => {
  const locking = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /for\('update'|\bfor update\b/i.test(readFileSync(path.join(root, file), 'utf8')))
  expect(locking.toSorted()).toEqual(DELETED)
})
