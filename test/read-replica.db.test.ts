import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { eventually } from './eventually.ts'
import { startPostgres } from './postgres-server.ts'
import { isPostgres } from './test-database.ts'

const migrations = path.resolve(import.meta.dirname, '../db/migrations')

describe.runIf(isPostgres)('pages with a replica', () => {
  let folder: string
  let primary: Awaited<ReturnType<typeof startPostgres>>
  let replica: Awaited<ReturnType<typeof startPostgres>>
  let onReplica: Database
  let database: Database
  const troubles: string[] = []
  let changes = 0
  /** What a page would have shown when each notification arrived. */
  const shown: Promise<unknown>[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'replica-'))
    primary = await startPostgres(path.join(folder, 'primary'))
    await primary.server.createDatabase('shop')
    const first = openPostgres({ url: `${primary.address}/shop`, statementTimeoutMs: 30_000 })
    await migrate(first, migrations)
    await first.withConnection((connection) =>
      connection.exec('create table seen (n integer); insert into seen values (0)'),
    )
    await first.close()
    replica = await startPostgres(path.join(folder, 'replica'), undefined, primary)
    onReplica = openPostgres({ url: `${replica.address}/shop`, statementTimeoutMs: 30_000 })
    database = openPostgres({
      url: `${primary.address}/shop`,
      readUrl: `${replica.address}/shop`,
      statementTimeoutMs: 30_000,
      onTrouble: ({ message }) => troubles.push(message),
    })
    await database.listen('page_tags', {
      onPayload: () => {
        changes += 1
        shown.push(queryRows(database.pages, sql`select n from seen`))
      },
      onGap: () => {},
    })
  })
  beforeEach(() => eventually(isServedByReplica))
  afterAll(async () => {
    await database.close()
    await onReplica.close()
    await replica.server.stop()
    await primary.server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function isServedByReplica(): Promise<boolean> {
    const [row] = await queryRows(database.pages, sql`select pg_is_in_recovery() as "isReplica"`)
    return row?.isReplica === true
  }

  /** A change that pages show. Resolves when this process was notified. */
  async function change(n: number): Promise<void> {
    const before = changes
    await database.orm.transaction(async (tx) => {
      await tx.execute(sql`update seen set n = ${n}`)
      await tx.execute(sql`select notify_processes('page_tags', ${`seen:${n}`})`)
    })
    await eventually(() => changes > before)
  }

  const halt = () => onReplica.withConnection((connection) => connection.exec('select pg_wal_replay_pause()'))
  const resume = () => onReplica.withConnection((connection) => connection.exec('select pg_wal_replay_resume()'))

  test('are read from the replica, and everything else from the primary', async () => {
    expect(await isServedByReplica()).toBe(true)
    expect(await queryRows(database.orm, sql`select pg_is_in_recovery() as "isReplica"`)).toEqual([
      { isReplica: false },
    ])
    const inTransaction = await database.pages.transaction((tx) => queryRows(tx, sql`select pg_is_in_recovery() as is`))
    expect(inTransaction).toEqual([{ is: false }])
  })

  test('show every change they were notified of, even while the replica lags', async () => {
    await halt()
    await change(1)
    expect(await Promise.all(shown.splice(0))).toEqual([[{ n: 1 }]])
    expect(await queryRows(onReplica.orm, sql`select n from seen`)).toEqual([{ n: 0 }])
    await change(2)
    expect(await Promise.all(shown.splice(0))).toEqual([[{ n: 2 }]])
    expect(await isServedByReplica()).toBe(false)
    await resume()
    await eventually(isServedByReplica)
    expect(await queryRows(database.pages, sql`select n from seen`)).toEqual([{ n: 2 }])
    for (let n = 3; n < 40; n += 1) {
      await change(n)
      expect(await Promise.all(shown.splice(0))).toEqual([[{ n }]])
    }
  })

  test('are read from the primary once the replica is too far behind', async () => {
    await halt()
    // Not relevant to pages, so they keep using the replica for a while.
    await database.orm.execute(sql`insert into seen select 0 from seen limit 0`)
    await database.orm.execute(sql`create table of_no_interest (n integer)`)
    expect(await isServedByReplica()).toBe(true)
    await eventually(async () => !(await isServedByReplica()))
    await resume()
  })

  test('do not hide a write that was sent to the replica', async () => {
    const write = database.pages.execute(sql`update seen set n = -1`)
    await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  test('are read from the primary while the replica is down, without a single failure', async () => {
    await replica.shutDown('immediate')
    for (let n = 0; n < 20; n += 1) expect(await isServedByReplica()).toBe(false)
    await replica.server.start()
    await eventually(isServedByReplica)
  })

  test('are read from the primary if the address is not a replica, which is logged once', async () => {
    const said: string[] = []
    const url = `${primary.address}/shop`
    const other = openPostgres({ url, readUrl: url, onTrouble: ({ message }) => said.push(message) })
    await other.listen('page_tags', { onPayload: () => {}, onGap: () => {} })
    await eventually(() => said.length > 0)
    expect(await queryRows(other.pages, sql`select pg_is_in_recovery() as is`)).toEqual([{ is: false }])
    await other.orm.execute(sql`select notify_processes('page_tags', 'again')`)
    await other.close()
    expect(said).toEqual(['DATABASE_READ_URL is not a streaming replica; using the primary'])
  })
})
