import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { MIGRATIONS } from '#test/database-template.ts'
import { openEmptyPglite, openEmptyPostgres } from '#test/empty-databases.ts'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import type { BackupSecret } from './encryption.ts'
import { EXCLUDED_TABLES } from './excluded-tables.ts'
import { createFolderTarget } from './folder-target.ts'
import { makeBackup } from './make-backup.ts'
import { openBackup } from './restore.ts'

const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }
const shop = useTestDatabase()
const opened: Database[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'))
  await fillEveryTable(shop.current)
})
afterAll(async () => {
  for (const database of opened) await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function openEmpty(engine: Database['engine']): Promise<Database> {
  const database = await (engine === 'pglite' ? openEmptyPglite() : openEmptyPostgres())
  opened.push(database)
  return database
}

function rowsOf(database: Database, statement: string): Promise<Record<string, unknown>[]> {
  return database.withConnection((connection) => connection.rows(statement))
}

async function textsOf(database: Database, statement: string): Promise<string[]> {
  return (await rowsOf(database, statement)).map(({ text }) => String(text))
}

const TABLES = `select table_name::text as table, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
  from information_schema.tables join information_schema.columns using (table_schema, table_name)
  where table_schema = current_schema() and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 order by 1`

/**
 * Every row of every backed-up table as text, without generated columns: the engines' search vectors differ, as each
 * splits words in its own way.
 */
async function everyRow(database: Database): Promise<Record<string, string[]>> {
  await rowsOf(database, `select set_config('timezone', 'UTC', false)`)
  const all: Record<string, string[]> = {}
  for (const { table, columns } of (await rowsOf(database, TABLES)) as { table: string; columns: string }[]) {
    if (table in EXCLUDED_TABLES) continue
    const rows = `select row(${columns})::text collate "C" as text from ${table} order by 1`
    all[table] = await textsOf(database, rows)
  }
  return all
}

/** Constraints, triggers, indexes and sequences. */
async function everyConstraint(database: Database): Promise<string[]> {
  return textsOf(
    database,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text as text from pg_constraint
       where connamespace = current_schema()::regnamespace and contype <> 'n'
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select indexdef from pg_indexes where schemaname = current_schema()
     union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = current_schema()
     order by 1`,
  )
}

async function pictures(database: Database): Promise<Record<string, unknown>[]> {
  return rowsOf(
    database,
    `select address, width, format, length(body) as bytes, encode(sha256(body), 'hex') as sha256
     from uploaded_picture_files order by address, width, format`,
  )
}

async function move(from: Database, to: Database) {
  const target = createFolderTarget(path.join(folder, crypto.randomUUID()))
  const { name } = await makeBackup(from, target, secret, new Date())
  const { manifest, restoreInto } = await openBackup({
    source: target.open(name),
    secret,
    migrationsFolder: MIGRATIONS,
  })
  await restoreInto(to)
  return manifest
}

async function expectSame(copy: Database): Promise<void> {
  const [before, after] = [await everyRow(shop.current), await everyRow(copy)]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  for (const table of Object.keys(before)) expect(after[table], table).toEqual(before[table])
  expect(await pictures(copy)).toEqual(await pictures(shop.current))
  expect(await everyConstraint(copy)).toEqual(await everyConstraint(shop.current))
}

test('fills every table that is backed up', async () => {
  const rows = await everyRow(shop.current)
  expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([])
  expect(await pictures(shop.current)).toHaveLength(3)
})

describe.runIf(isPostgres)('moving between engines', () => {
  test('changes nothing from PostgreSQL to PostgreSQL and PGlite, to another PGlite and back to PostgreSQL', async () => {
    const second = await openEmpty('postgres')
    await move(shop.current, second)
    await expectSame(second)

    const builtIn = await openEmpty('pglite')
    const manifest = await move(shop.current, builtIn)
    expect(manifest).toMatchObject({ engine: 'postgres', format: 'bloomera-backup' })
    await expectSame(builtIn)

    const otherBuiltIn = await openEmpty('pglite')
    await move(builtIn, otherBuiltIn)
    await expectSame(otherBuiltIn)

    const back = await openEmpty('postgres')
    expect(await move(otherBuiltIn, back)).toMatchObject({ engine: 'pglite' })
    await expectSame(back)
  })
})

test('restores working counters, sequences, foreign keys and the append-only log', async () => {
  const copy = await openEmpty(shop.current.engine)
  await move(shop.current, copy)
  await expectSame(copy)
  const rating = `select review_count from product_ratings where product_id = 'pure-bloom'`
  const [before] = await rowsOf(copy, rating)
  await rowsOf(
    copy,
    `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
     values ('pure-bloom', 5, 'Good', 'Text', 'Dana', 'website_form', true)`,
  )
  expect(await rowsOf(copy, rating)).toEqual([{ review_count: Number(before?.review_count) + 1 }])
  const [entry] = await rowsOf(
    copy,
    `insert into audit_log (actor, action, subject_kind, subject_id) values ('Ana', 'a', 'b', 'c') returning id::int`,
  )
  const [last] = await rowsOf(shop.current, 'select max(id)::int as id from audit_log')
  expect(entry?.id).toBe(Number(last?.id) + 1)
  await expect(rowsOf(copy, `update audit_log set actor = 'nobody'`)).rejects.toThrow('append-only')
  await expect(rowsOf(copy, `delete from products where id = 'pure-bloom'`)).rejects.toThrow(/order_lines/)
  expect(await migrate(copy, MIGRATIONS)).toEqual([])
})

test('restores no sessions and sign-in links', async () => {
  const copy = await openEmpty(shop.current.engine)
  await move(shop.current, copy)
  for (const table of Object.keys(EXCLUDED_TABLES)) {
    expect(await rowsOf(shop.current, `select from ${table}`), table).not.toEqual([])
    expect(await rowsOf(copy, `select from ${table}`), table).toEqual([])
  }
})

test('leaves no file but the backup', async () => {
  const target = createFolderTarget(path.join(folder, 'alone'))
  const { name } = await makeBackup(shop.current, target, secret, new Date())
  expect(await readdir(path.join(folder, 'alone'))).toEqual([name])
})
