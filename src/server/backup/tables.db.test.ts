import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { DOWNLOAD_RULES } from './download-tables.ts'
import { LEFT_OUT } from './left-out.ts'
import { listTables } from './snapshot.queries.ts'

const database = useTestDatabase()

test('the walk finds every table of the database, with every column that is stored', async () => {
  const rows = await database.current.withConnection((connection) =>
    connection.rows(`
      select table_name::text as name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`),
  )
  const found = await listTables(database.current.orm)
  expect(found.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }))).toEqual(rows)
  expect(rows.length).toBeGreaterThan(40)
})

test('every table is in the backup or is left out for a reason', async () => {
  const names = new Set((await listTables(database.current.orm)).map(({ name }) => name))
  expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name))).toEqual([])
  // Whoever leaves out another one does it here as well.
  expect(Object.keys(LEFT_OUT).toSorted()).toEqual([
    'operator_links',
    'operator_sessions',
    'passkey_challenges',
    'sign_in_failures',
    'throttle_buckets',
  ])
})

test('about every table somebody has decided what the owner’s download holds of it', async () => {
  const names = (await listTables(database.current.orm)).map(({ name }) => name)
  expect(names.filter((name) => !(name in DOWNLOAD_RULES))).toEqual([])
  expect(Object.keys(DOWNLOAD_RULES).filter((name) => !names.includes(name))).toEqual([])
})

/** Named like a key, and none: the name of a setting, whether an ingredient stands out, whether a passkey is a must. */
const HARMLESS = new Set([
  'operators.requires_passkey',
  'product_ingredients.is_key',
  'products.key_ingredients',
  'settings.key',
])

test('nothing that sounds like a key, a hash or a token is in the download', async () => {
  const offenders = (await listTables(database.current.orm)).flatMap(({ name, columns }) => {
    const rule = DOWNLOAD_RULES[name]
    if (!rule || rule.kind === 'none' || rule.kind === 'files') return []
    const left = rule.kind === 'without' ? rule.columns : []
    return columns
      .filter((column) => !left.includes(column.name))
      .map((column) => `${name}.${column.name}`)
      .filter((column) => /hash|token|secret|passw|key|payload|challenge/.test(column) && !HARMLESS.has(column))
  })
  expect(offenders).toEqual([])
})
