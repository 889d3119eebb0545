import { createHook } from 'node:async_hooks'
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
import { listTargetTables } from './restore.queries.ts'
import { openBackup } from './restore.ts'
import { settleRestored } from './settle-restored.ts'

const secret: BackupSecret = { kind: 'key', key: randomBytes(32) }
const shop = useTestDatabase()
const opened: Database[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'))
  await fillEveryTable(shop.current)
  // As a restore leaves them; what it changes has its own test.
  await rowsOf(shop.current, `update operators set locked_at = now()`)
  await rowsOf(shop.current, `update outbox set state = 'dead'`)
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

/** Each restore records itself. */
const WITHOUT_RESTORES: Record<string, string> = {
  alerts: `where kind <> 'shop-restored'`,
  audit_log: `where action <> 'shop.restore'`,
}

/**
 * Every row of every backed-up table as text, without generated columns: the engines' search vectors differ, as each
 * splits words in its own way.
 */
async function everyRow(database: Database): Promise<Record<string, string[]>> {
  await rowsOf(database, `select set_config('timezone', 'UTC', false)`)
  const all: Record<string, string[]> = {}
  for (const { table, columns } of (await rowsOf(database, TABLES)) as { table: string; columns: string }[]) {
    if (table in EXCLUDED_TABLES) continue
    const rows = `select row(${columns})::text collate "C" as text from ${table} ${WITHOUT_RESTORES[table] ?? ''} order by 1`
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
     union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences
       where schemaname = current_schema() and sequencename <> 'audit_log_id_seq'
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
  await target.mark()
  const { name } = await makeBackup(from, target, secret, { at: new Date(), shopId: '0a1b2c3d' })
  const { manifest, restoreInto } = await openBackup({
    source: target.open(name),
    secret,
    migrationsFolder: MIGRATIONS,
  })
  const restored = await restoreInto(to)
  return { manifest, restored }
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
  expect(
    Object.keys(rows).filter((table) => rows[table]?.length === 0),
    'add rows of these to test/fill-every-table.ts',
  ).toEqual([])
  expect(await pictures(shop.current)).toHaveLength(3)
})

describe.runIf(isPostgres)('moving between engines', () => {
  test('changes nothing from PostgreSQL to PostgreSQL and PGlite, to another PGlite and back to PostgreSQL', async () => {
    const second = await openEmpty('postgres')
    await move(shop.current, second)
    await expectSame(second)

    const builtIn = await openEmpty('pglite')
    const { manifest } = await move(shop.current, builtIn)
    expect(manifest).toMatchObject({ engine: 'postgres', format: 'bloomera-backup' })
    await expectSame(builtIn)

    const otherBuiltIn = await openEmpty('pglite')
    await move(builtIn, otherBuiltIn)
    await expectSame(otherBuiltIn)

    const back = await openEmpty('postgres')
    expect((await move(otherBuiltIn, back)).manifest).toMatchObject({ engine: 'pglite' })
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
  // The entry in between is about the restore.
  expect(entry?.id).toBe(Number(last?.id) + 2)
  await expect(rowsOf(copy, `update audit_log set actor = 'nobody'`)).rejects.toThrow('append-only')
  await expect(rowsOf(copy, `delete from products where id = 'pure-bloom'`)).rejects.toThrow(/order_lines/)
  expect(await migrate(copy, MIGRATIONS)).toEqual([])
})

test('restores no sessions, sign-in links, recovery codes and known browsers', async () => {
  const copy = await openEmpty(shop.current.engine)
  await move(shop.current, copy)
  const tables = Object.keys(EXCLUDED_TABLES)
  for (const table of tables) expect(await rowsOf(shop.current, `select from ${table}`), table).not.toEqual([])
  // Restoring tells the processes of the other shop what changed.
  for (const table of tables.filter((name) => name !== 'process_notes'))
    expect(await rowsOf(copy, `select from ${table}`), table).toEqual([])
})

test('empties these tables even if an earlier version backed them up', async () => {
  const copy = await openEmpty(shop.current.engine)
  await move(shop.current, copy)
  await rowsOf(
    copy,
    `insert into operator_recovery_codes (operator_id, code_hash, created_at) values ('op1', 'hash', now())`,
  )
  await copy.withConnection(async (connection) =>
    settleRestored(connection, await listTargetTables(connection), '2026-11-16T10:00:00.000Z'),
  )
  expect(await rowsOf(copy, 'select from operator_recovery_codes')).toEqual([])
})

test('sends no queued email, lets no one in and says what has to be done again', async () => {
  const copy = await openEmpty(shop.current.engine)
  const waiting = `insert into outbox (cause, template, recipient, payload, state) values
    ('queued', 'none', 'dana@example.com', '{}', 'waiting'), ('done', 'none', 'dana@example.com', '{}', 'sent')`
  await rowsOf(shop.current, waiting)
  await rowsOf(shop.current, 'update operators set locked_at = null')
  await rowsOf(
    shop.current,
    `insert into settings (key, value) values ('shop-id', '"0a1b2c3d"'), ('backup-status', '{}')`,
  )
  try {
    const { manifest, restored } = await move(shop.current, copy)
    expect(restored).toEqual({ owners: ['owner@example.com'], heldMails: 1 })
    expect(await rowsOf(copy, `select state from outbox where cause in ('queued', 'done') order by cause`)).toEqual([
      { state: 'sent' },
      { state: 'dead' },
    ])
    expect(await rowsOf(copy, `select id from operators where locked_at is null`)).toEqual([])
    // The original may still be running, and its folder isn't on this machine.
    expect(await rowsOf(copy, `select key from settings where key in ('shop-id', 'backup-status')`)).toEqual([])
    expect(await rowsOf(copy, `select subject, detail from alerts where kind = 'shop-restored'`)).toEqual([
      {
        subject: manifest.takenAt,
        detail: expect.stringMatching(/Unsubscribes and deletion requests.+Operators.+recovery codes.+1 queued email/),
      },
    ])
    expect(await rowsOf(copy, `select actor, after from audit_log where action = 'shop.restore'`)).toEqual([
      { actor: 'command line', after: { takenAt: manifest.takenAt } },
    ])
  } finally {
    await rowsOf(shop.current, `delete from outbox where cause in ('queued', 'done')`)
    await rowsOf(shop.current, `delete from settings where key in ('shop-id', 'backup-status')`)
    await rowsOf(shop.current, 'update operators set locked_at = now()')
  }
})

test('collects statistics, so the first queries are planned for full tables', async () => {
  const copy = await openEmpty(shop.current.engine)
  await move(shop.current, copy)
  expect(await rowsOf(copy, `select reltuples::int as rows from pg_class where oid = 'orders'::regclass`)).toEqual([
    { rows: 1200 },
  ])
  expect(await rowsOf(copy, `select from pg_stats where tablename = 'orders' and attname = 'number'`)).toHaveLength(1)
})

test('derives the key of a passphrase before it opens the snapshot', async () => {
  const derived: boolean[] = []
  let isOpen = false
  const hook = createHook({
    init: (_id, type) => void (type === 'SCRYPTREQUEST' && derived.push(isOpen)),
  }).enable()
  const { orm, engine } = shop.current
  const watched = Object.create(orm, {
    transaction: {
      value: async (...[work, options]: Parameters<typeof orm.transaction>) => {
        isOpen = true
        await orm.transaction(work, options)
        isOpen = false
      },
    },
  }) as typeof orm
  try {
    const target = createFolderTarget(path.join(folder, 'passphrase'))
    await target.mark()
    const passphrase: BackupSecret = { kind: 'passphrase', passphrase: 'rose hips on a sunny morning' }
    await makeBackup({ orm: watched, engine }, target, passphrase, { at: new Date(), shopId: '0a1b2c3d' })
  } finally {
    hook.disable()
  }
  // To write the backup and to verify it, both while no transaction blocks the shop.
  expect(derived).toEqual([false, false])
})

test('leaves no file but the backup and the marker of the folder', async () => {
  const target = createFolderTarget(path.join(folder, 'alone'))
  await target.mark()
  const { name } = await makeBackup(shop.current, target, secret, { at: new Date(), shopId: '0a1b2c3d' })
  expect(await readdir(path.join(folder, 'alone'))).toEqual([name, 'bloomera-backups.txt'])
})
