/** Products are data: an owner renames, moves and removes them, so no code may refer to one by name or id. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { collections } from './collections.ts'
import { products } from './products.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Files that may name a product, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/server/catalogue/product-views.json': 'generated from the files in art/',
  'src/web/pictures/pictures.json': 'generated from the files in art/',
}

const files = globSync('src/**/*.{ts,tsx,css,json,mjs}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|^src\/emulators\//.test(file),
)

function filesWith(words: readonly string[]): string[] {
  return files.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return words.some((word) => text.includes(word))
  })
}

test('no code mentions a product of the seed', () => {
  expect(files.length).toBeGreaterThan(500)
  const offenders = filesWith(products.flatMap(({ id, name }) => [id, name]))
  expect(offenders.toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
})

test('no code mentions the address of a collection of the seed', () => {
  expect(filesWith(collections.map(({ slug }) => `'${slug}'`))).toEqual([])
})
