import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Orm } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { DOWNLOAD_RULES } from './download-tables.ts'
import { dump } from './dump.ts'
import { EXCLUDED_TABLES } from './excluded-tables.ts'
import { exportFiles } from './export-files.ts'
import { listTables } from './snapshot.queries.ts'

const database = useTestDatabase()

test('lists every table with every stored column', async () => {
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

test('excludes exactly these tables from backups', async () => {
  const names = new Set((await listTables(database.current.orm)).map(({ name }) => name))
  expect(Object.keys(EXCLUDED_TABLES).filter((name) => !names.has(name))).toEqual([])
  // Excluding another table must be deliberate.
  expect(Object.keys(EXCLUDED_TABLES).toSorted()).toEqual([
    'cdn_purges',
    'notice_deliveries',
    'notices',
    'operator_devices',
    'operator_links',
    'operator_recovery_codes',
    'operator_sessions',
    'passkey_challenges',
    'process_notes',
    'push_devices',
    'sign_in_failures',
    'throttle_buckets',
  ])
})

test('has a download rule for every table', async () => {
  const names = (await listTables(database.current.orm)).map(({ name }) => name)
  expect(
    names.filter((name) => !(name in DOWNLOAD_RULES)),
    'add a rule for these to src/server/backup/download-tables.ts',
  ).toEqual([])
  expect(Object.keys(DOWNLOAD_RULES).filter((name) => !names.includes(name))).toEqual([])
})

/** Columns that match the pattern below but aren't secrets. */
const HARMLESS = new Set([
  'operators.requires_passkey',
  'product_ingredients.is_key',
  'products.key_ingredients',
  'settings.key',
])

test('downloads no column named like a key, hash or token', async () => {
  const offenders = (await listTables(database.current.orm)).flatMap(({ name, columns }) => {
    const rule = DOWNLOAD_RULES[name]
    if (!rule || rule.kind === 'none' || rule.kind === 'files') return []
    const excluded = rule.kind === 'without' ? rule.columns : []
    return columns
      .filter((column) => !excluded.includes(column.name))
      .map((column) => `${name}.${column.name}`)
      .filter((column) => /hash|token|secret|passw|key|payload|challenge/.test(column) && !HARMLESS.has(column))
  })
  expect(offenders).toEqual([])
})

/** A transaction may idle for two seconds longer than a statement may take. */
const TIMEOUTS = { statementTimeoutMs: 1000, idledOutMs: 3500 }

test.runIf(isPostgres)('waits for a slow disk in the middle of a backup and of a download', async () => {
  const [row] = await database.current.withConnection((connection) =>
    connection.rows('select current_database() as name'),
  )
  const { statementTimeoutMs, idledOutMs } = TIMEOUTS
  const impatient = openPostgres({ url: `${inject('databaseTemplate')}/${String(row?.name)}`, statementTimeoutMs })
  onTestFinished(() => impatient.close())
  const pauseIn = (read: (tx: Orm) => AsyncIterator<unknown>) =>
    impatient.orm.transaction(async (tx) => {
      const rows = read(tx)
      await rows.next()
      await sleep(idledOutMs)
      return (await rows.next()).done
    }, SNAPSHOT)
  const pauses = [pauseIn((tx) => dump(tx, 'postgres', new Date())), pauseIn((tx) => exportFiles(tx, new Date()))]
  expect(await Promise.all(pauses)).toEqual([false, false])
})
