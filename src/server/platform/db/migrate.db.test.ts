import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test.runIf(isPostgres)('two processes that start at once migrate once', async () => {
  const other = await database.openAnother()
  const applied = await Promise.all([migrate(database.current, folder), migrate(other, folder)])
  expect(applied.flat()).toEqual(['100-notes.sql'])
  expect(await notes()).toEqual([{ id: 1 }])
  await other.close()
})

test('a second run has nothing to do', async () => {
  await migrate(database.current, folder)
  expect(await migrate(database.current, folder)).toEqual([])
  expect(await notes()).toEqual([{ id: 1 }])
})

test('a migration that fails leaves nothing behind', async () => {
  await writeFile(path.join(folder, '101-broken.sql'), 'insert into notes values (2); select no_such_function();')
  await expect(migrate(database.current, folder)).rejects.toThrow('no_such_function')
  expect(await notes()).toEqual([{ id: 1 }])
  await rm(path.join(folder, '101-broken.sql'))
})

test('an edited migration is refused with a sentence', async () => {
  await writeFile(path.join(folder, '100-notes.sql'), 'create table notes (id bigint primary key);')
  await expect(migrate(database.current, folder)).rejects.toThrow('Migration 100-notes.sql was edited after it ran')
})
