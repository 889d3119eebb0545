/**
 * Rows that other tables refer to are locked without their key (FOR NO KEY UPDATE), so that a mere reference, for
 * example from an order to its product, doesn't wait. FOR UPDATE is for rows that are about to be deleted.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const DELETED = [
  'src/server/catalogue/featured-editor.queries.ts',
  'src/server/checkout/tries.queries.ts',
  'src/server/platform/db/process-notes.queries.ts',
  'src/server/platform/db/purge.ts',
  'src/server/platform/http/throttle.queries.ts',
]

test('locks FOR UPDATE only rows that are about to be deleted', () => {
  const locking = globSync('src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /for\('update'|\bfor update\b/i.test(readFileSync(path.join(root, file), 'utf8')))
  expect(locking.toSorted()).toEqual(DELETED)
})
