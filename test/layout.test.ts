/**
 * The layers of docs/architecture.md: which folder may import which. Neither the compiler nor the linter can check
 * these.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** From the bottom up. A folder imports only from lower layers, never from its neighbors. */
const LAYERS = [
  ['platform'],
  ['desk'],
  ['alerts'],
  ['backup', 'catalogue', 'operators', 'policies', 'rates'],
  ['orders'],
  ['discounts', 'labels', 'reviews', 'texts'],
  ['notices', 'payments', 'newsletter'],
  ['checkout', 'customers', 'reports', 'settings'],
  ['composition'],
]

const PLATFORM_LAYERS = [
  ['root'],
  ['db'],
  ['worker'],
  ['http'],
  ['audit', 'settings', 'pages', 'mail', 'notices', 'push'],
  ['versions', 'cdn'],
]

const DOMAIN_LAYERS = [
  ['text', 'time'],
  ['orders'],
  ['money'],
  ['catalogue', 'policies', 'operators'],
  ['business', 'cart', 'notices', 'reviews'],
  ['texts'],
]

/** Only a noun itself may use its queries, its screens and its edits. */
const PRIVATE_KINDS = /\.(queries|desk|edits)\.tsx?$/

const ALIASES: Record<string, string> = {
  '#domain/': 'src/domain/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
  '#desk/': 'src/desk/',
}

type Import = { from: string; to: string }

const imports = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .flatMap(importsOf)

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return Array.from(text.matchAll(/(?:from|import\()\s*'([^']+)'/g)).flatMap(([, specifier = '']) => {
    const to = resolve(file, specifier)
    return to === undefined ? [] : [{ from: file, to }]
  })
}

function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.join(path.dirname(file), specifier)
  const alias = Object.keys(ALIASES).find((known) => specifier.startsWith(known))
  return alias && `${ALIASES[alias]}${specifier.slice(alias.length)}`
}

/** The folder of a file right below `base`, or `atTop` for files in none. */
function folderOf(file: string, base: string, atTop: string): string | undefined {
  if (!file.startsWith(base)) return undefined
  const [folder = '', ...rest] = file.slice(base.length).split('/')
  return rest.length > 0 ? folder : atTop
}

function upwardImports(base: string, atTop: string, layers: readonly (readonly string[])[]): string[] {
  const layerOf = (folder: string) => layers.findIndex((layer) => layer.includes(folder))
  return imports.flatMap(({ from, to }) => {
    const [above, below] = [folderOf(from, base, atTop), folderOf(to, base, atTop)]
    if (above === undefined || below === undefined || above === below) return []
    const isDown = layerOf(below) !== -1 && layerOf(below) < layerOf(above)
    return isDown ? [] : [`${above} may not import ${below}: ${from} imports ${to}`]
  })
}

test('puts every folder of the server on one layer, with imports running down only', () => {
  expect(imports.length).toBeGreaterThan(1000)
  expect(upwardImports('src/server/', 'composition', LAYERS)).toEqual([])
})

test('keeps the same order within the platform', () => {
  expect(upwardImports('src/server/platform/', 'root', PLATFORM_LAYERS)).toEqual([])
})

test('keeps the same order within the domain', () => {
  expect(upwardImports('src/domain/', 'top', DOMAIN_LAYERS)).toEqual([])
})

test('loads no page again when its cart is closed', () => {
  const pages = globSync('src/web/routes/**/*.tsx', { cwd: root })
  expect(pages.length).toBeGreaterThan(20)
  const without = pages.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return !text.includes("from '#web/should-revalidate.ts'") || !/^export .*\bshouldRevalidate\b/m.test(text)
  })
  expect(without).toEqual([])
})

test('keeps pages and screens out of the platform', () => {
  const offenders = imports.filter(
    ({ from, to }) => from.startsWith('src/server/platform/') && /^src\/(web|desk)\/.*\.tsx?$/.test(to),
  )
  expect(offenders).toEqual([])
})

test('keeps the queries, screens and edits of a noun private', () => {
  const offenders = imports.flatMap(({ from, to }) => {
    const [user, owner] = [folderOf(from, 'src/server/', 'composition'), folderOf(to, 'src/server/', 'composition')]
    const isForeign = owner !== undefined && user !== undefined && owner !== user
    if (!isForeign || owner === 'platform' || user === 'composition' || !PRIVATE_KINDS.test(to)) return []
    return [`${from} imports ${to}`.replaceAll('src/server/', '')]
  })
  expect(offenders).toEqual([])
})

test('uses tables of another noun in queries only', () => {
  const offenders = imports.filter(
    ({ from, to }) =>
      to.endsWith('.tables.ts') &&
      path.dirname(from) !== path.dirname(to) &&
      !from.endsWith('.queries.ts') &&
      folderOf(from, 'src/server/', 'composition') !== 'composition',
  )
  expect(offenders).toEqual([])
})

test('names tables of another noun in SQL by their definition, so that an import shows the use', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const owners = new Map(
    globSync('src/server/**/*.tables.ts', { cwd: root }).flatMap((file) =>
      [...read(file).matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, name = '']) => [name, path.dirname(file)] as const),
    ),
  )
  // Backups read and write every table by name, including those of older versions.
  const files = globSync('src/server/**/*.queries.ts', { cwd: root }).filter((file) => !file.includes('/backup/'))
  const offenders = files.flatMap((file) =>
    [...read(file).matchAll(/\b(?:from|join|update|into)\s+(\w+)/gi)]
      .map(([, name = '']) => name)
      .filter((name) => owners.has(name) && owners.get(name) !== path.dirname(file))
      .map((name) => `${file}: ${name}`),
  )
  expect(owners.size).toBeGreaterThan(30)
  expect(offenders, 'import the table from its *.tables.ts and write ${theTable} in the SQL').toEqual([])
})
