import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '#test/database-template.ts'
import { eventually } from '#test/eventually.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { migrate } from './migrate.ts'

const database = useTestDatabase()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrations-'))
  await writeFile(
    path.join(folder, '100-notes.sql'),
    'create table notes (id integer primary key); insert into notes values (1);',
  )
})

afterAll(() => rm(folder, { recursive: true }))

function notes(): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows('select id from notes'))
}

test.runIf(isPostgres)('applies migrations once when two processes start at the same time', async () => {
  const other = await database.openAnother()
  const applied = await Promise.all([migrate(database.current, folder), migrate(other, folder)])
  expect(applied.flat()).toEqual(['100-notes.sql'])
  expect(await notes()).toEqual([{ id: 1 }])
  await other.close()
})

test('has nothing to do on a second run', async () => {
  await migrate(database.current, folder)
  expect(await migrate(database.current, folder)).toEqual([])
  expect(await notes()).toEqual([{ id: 1 }])
})

test('rolls back a migration that fails', async () => {
  await writeFile(path.join(folder, '101-broken.sql'), 'insert into notes values (2); select no_such_function();')
  await expect(migrate(database.current, folder)).rejects.toThrow('no_such_function')
  expect(await notes()).toEqual([{ id: 1 }])
  await rm(path.join(folder, '101-broken.sql'))
})

test('builds an index concurrently, and rebuilds one that was left invalid', async () => {
  const file = path.join(folder, '102-index.sql')
  const index = () =>
    database.current.withConnection((connection) =>
      connection.rows(`select indisvalid from pg_index where indexrelid = to_regclass('notes_by_text')`),
    )
  const statements = [
    'drop index concurrently if exists notes_by_text;',
    'create index concurrently notes_by_text on notes ((id::text));',
  ]
  await writeFile(file, ['-- without transaction', ...statements, 'select no_such_function();'].join('\n'))
  await expect(migrate(database.current, folder)).rejects.toThrow('no_such_function')
  await writeFile(file, ['-- without transaction', ...statements, ''].join('\n'))
  expect(await migrate(database.current, folder)).toEqual(['102-index.sql'])
  expect(await index()).toEqual([{ indisvalid: true }])
  expect(await migrate(database.current, folder)).toEqual([])
})

test.runIf(isPostgres)(
  'does not block other queries while it waits for a lock, and finishes once the lock is free',
  async () => {
    await writeFile(path.join(folder, '103-column.sql'), 'alter table notes add column body text;')
    const other = await database.openAnother()
    const applied = await other.withConnection(async (connection) => {
      await connection.exec('begin; select id from notes')
      const migration = migrate(database.current, folder)
      const isWaiting = () =>
        connection.rows(`select 1 from pg_locks where relation = 'notes'::regclass and not granted`)
      await eventually(async () => (await isWaiting()).length > 0)
      // This query would hang if the migration waited in the lock queue without a timeout.
      expect(await notes()).toEqual([{ id: 1 }])
      await connection.exec('commit')
      return migration
    })
    expect(applied).toEqual(['103-column.sql'])
    await other.close()
  },
)

test('numbers migrations consecutively from 075 on', async () => {
  const numbers = (await readdir(MIGRATIONS)).map((name) => Number(/^\d{3}(?=-[a-z0-9-]+\.sql$)/.exec(name)?.[0]))
  expect(new Set(numbers).size).toBe(numbers.length)
  const recent = numbers.filter((number) => !(number < 75)).toSorted((one, other) => one - other)
  expect(recent).toEqual(recent.map((_, index) => 75 + index))
})

test('refuses a migration that was edited after it ran', async () => {
  await writeFile(path.join(folder, '100-notes.sql'), 'create table notes (id bigint primary key);')
  await expect(migrate(database.current, folder)).rejects.toThrow('Migration 100-notes.sql was edited after it ran')
})
