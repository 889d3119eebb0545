/** The repository is self-contained: what a comment or a document refers to exists and matches the code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import { pageTexts } from '#domain/catalogue/collections.ts'
import { blankValues } from '#domain/catalogue/fields.ts'
import { collections } from '#seed/collections.ts'
import { FUNCTION_NAMES } from './function-samples.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Applied migrations are never edited, not even their comments: a shop refuses to start with a different checksum. */
const UNCHANGEABLE = new Set(['db/migrations/001-catalogue.sql', 'db/migrations/069-search-collections.sql'])

/** Phrases that refer to a document outside this repository. */
const OUTSIDE = /\bspec(?:ification)?(?:'s)? (?:\d|section)|\b(?:a|our|the|this) spec(?:ification)?\b/i
const DOCUMENT = /(?<path>[\w./-]*\w\.md)\b(?:#(?<anchor>[\w-]+))?/g
const ANCHOR_HERE = /\]\(#(?<anchor>[\w-]+)\)/g
const SOURCE_FILE = /`(?<path>[\w.-]+\/[\w./-]+\.(?:css|mjs|sql|tsx?))`/g

const files = globSync(['{src,db,test,scripts,bench,docs}/**/*.{css,html,js,md,mjs,sql,ts,tsx}', '*.{md,ts}'], {
  cwd: root,
})
  .filter((file) => !UNCHANGEABLE.has(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
const documents = files.filter(({ file }) => file.endsWith('.md'))
const rules = documents.find(({ file }) => file === 'docs/product.md')?.text ?? ''

test('cites no requirements from outside the repository', () => {
  const citations = files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (OUTSIDE.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(citations).toEqual([])
})

test('names only documents and anchors that exist', () => {
  // Prefilter: the pattern is too slow to run on every file.
  const citing = files.filter(({ text }) => text.includes('.md'))
  const missing = citing.flatMap(({ file, text }) =>
    [...text.matchAll(DOCUMENT)].flatMap(({ 0: cited, groups: { path: named = '', anchor } = {} }) => {
      // A URL of another site.
      if (named.startsWith('//')) return []
      const found = [named, path.join(path.dirname(file), named)].find((place) => existsSync(path.join(root, place)))
      return found && (!anchor || anchorsOf(found).has(anchor)) ? [] : [`${file} names ${cited}`]
    }),
  )
  expect(missing).toEqual([])
})

test('has no broken links within a document', () => {
  const missing = documents.flatMap(({ file, text }) =>
    [...text.matchAll(ANCHOR_HERE)].flatMap(({ groups: { anchor = '' } = {} }) =>
      anchorsOf(file).has(anchor) ? [] : [`${file} links to #${anchor}`],
    ),
  )
  expect(missing).toEqual([])
})

test('names only source files that exist', () => {
  const missing = documents.flatMap(({ file, text }) =>
    [...text.matchAll(SOURCE_FILE)].flatMap(({ groups: { path: named = '' } = {} }) =>
      ['', 'src', 'src/server'].some((folder) => existsSync(path.join(root, folder, named)))
        ? []
        : [`${file} names ${named}`],
    ),
  )
  expect(missing).toEqual([])
})

test('lists the constants of the source in docs/product.md', () => {
  const rows = [...rules.matchAll(/^\| `(?<name>[A-Z_]+)` +\| `(?<value>[^`]+)` +\| `(?<file>[^`]+)`/gm)]
  const wrong = rows.flatMap(({ groups: { name = '', value = '', file = '' } = {} }) => {
    const definition = `const ${name} = ${value}`
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
    const exists = lines.some((line) => line.replace(/^export /, '').replace(/ as const$/, '') === definition)
    return exists ? [] : [`${file} has no ${definition}`]
  })
  expect(rows.length).toBeGreaterThan(30)
  expect(wrong).toEqual([])
})

test.each(['Functions', 'Requests per address'])('names every function in docs/product.md under "%s"', (heading) => {
  const section = rules.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
  expect(
    FUNCTION_NAMES.filter((name) => !section.includes(`\`${name}\``)),
    `name these in docs/product.md under "${heading}"`,
  ).toEqual([])
})

test('quotes the fixed texts in docs/product.md as they are shown', () => {
  const section = rules.split('### Fixed texts')[1]?.split('\n## ')[0] ?? ''
  const quoted = [...section.matchAll(/“(?<text>[^”]+)”/g)].map(({ groups: { text = '' } = {} }) => text)
  const ofCollections = collections.flatMap((collection) => {
    const { emptyText, failureText } = pageTexts({ ...blankValues(COLLECTION_FIELDS), ...collection }, 0)
    return [emptyText, failureText]
  })
  const messages = new Set<string>([...Object.values(MESSAGES), ...ofCollections])
  const pages = files.filter(({ file }) => /^src\/web\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
  expect(quoted.length).toBeGreaterThan(30)
  expect(
    quoted.filter((text) => !messages.has(text) && !pages.some((page) => page.text.includes(text))),
    'docs/product.md has these as fixed texts, but neither src/contract/messages.ts nor a page does',
  ).toEqual([])
})

/** Anchors as GitHub derives them from headings: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(document: string): Set<string> {
  const headings = readFileSync(path.join(root, document), 'utf8').matchAll(/^#+ (?<heading>.+)$/gm)
  return new Set(
    [...headings].map(({ groups: { heading = '' } = {} }) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
