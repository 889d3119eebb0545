import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseLine, openDatabaseLine } from '#test/database-line.ts'
import { eventually } from '#test/eventually.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import type { Database } from './database.ts'
import { createPostgresListener } from './postgres-listener.ts'
import { queryRows } from './query-rows.ts'

const direct = useTestDatabase()
/** Fewer connections than failures, so a leaked connection fails the test. */
const OPTIONS = { maxConnections: 2, statementTimeoutMs: 1000 }

describe.runIf(isPostgres)('when the connection to PostgreSQL breaks', () => {
  let line: DatabaseLine
  let database: Database

  beforeAll(async () => {
    line = await openDatabaseLine(direct.current, OPTIONS)
    database = line.database
    await database.withConnection((connection) => connection.exec('create table kept (n integer primary key)'))
  })
  beforeEach(async () => {
    line.mend()
    await eventually(() => answers(database))
  })
  afterAll(async () => {
    await database.close()
    line.close()
  })

  test('does not leak connections when transactions fail to begin', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([database.ping(), database.ping()])
      line.cut()
      const failures = Array.from({ length: 4 }, () =>
        database.orm.transaction(async (tx) => tx.execute(sql`select 1`)),
      )
      expect((await Promise.allSettled(failures)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
      line.mend()
    }
    await eventually(() => answers(database))
    expect(await database.orm.transaction((tx) => queryRows(tx, sql`select 1 as one`))).toEqual([{ one: 1 }])
  })

  test('writes nothing and reports the cause if the connection breaks in mid-transaction', async () => {
    const refusal = new Error('sold out')
    const broken = database.orm.transaction(async (tx) => {
      await tx.execute(sql`insert into kept values (1)`)
      line.cut()
      throw refusal
    })
    await expect(broken).rejects.toBe(refusal)
    line.mend()
    await eventually(() => answers(database))
    expect(await queryRows(database.orm, sql`select n from kept`)).toEqual([])
  })

  test('survives a connection that breaks while it is checked out but idle', async () => {
    const troubles: Error[] = []
    const other = await openDatabaseLine(direct.current, { onTrouble: (error) => troubles.push(error) })
    const lent = other.database.withConnection(async (connection) => {
      await connection.rows('select 1')
      other.cut()
      await eventually(() => troubles.length > 0)
    })
    await lent
    expect(troubles.map(({ message }) => message)).toEqual(['Connection terminated unexpectedly'])
    await other.database.close()
    other.close()
  })

  test('drops an unresponsive server and every connection to it', async () => {
    await Promise.all([database.ping(), database.ping()])
    line.swallow()
    const waiting = [
      database.orm.execute(sql`select 1`),
      database.orm.transaction((tx) => tx.execute(sql`select 1`)),
      database.withConnection((connection) => connection.rows('select 1')),
      database.ping(),
    ]
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    line.mend()
    await eventually(() => answers(database))
  })

  test('keeps the connection after a rejected statement', async () => {
    const pid = (orm = database.orm) => queryRows(orm, sql`select pg_backend_pid() as pid`)
    const before = await pid()
    await expect(database.orm.execute(sql`select 1 / 0`)).rejects.toThrow('Failed query')
    await expect(
      database.orm.transaction(async () => {
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await pid()).toEqual(before)
  })

  test('releases locks and settings when work on a connection fails', async () => {
    const failing = database.withConnection(async (connection) => {
      await connection.exec('select pg_advisory_lock(4711); set statement_timeout = 1')
      throw new Error('forgot to tidy up')
    })
    await expect(failing).rejects.toThrow('forgot')
    expect(
      await eventuallyRows(direct.current, "select 1 from pg_locks where locktype = 'advisory' and objid = 4711", 0),
    ).toEqual([])
    expect(await queryRows(database.orm, sql`show statement_timeout`)).toEqual([{ statement_timeout: '1s' }])
  })

  test('serializes the queries of many concurrent subscribers', async () => {
    const warnings: string[] = []
    const warn = ({ message }: Error) => void warnings.push(message)
    process.on('warning', warn)
    const listener = createPostgresListener({ url: line.url, onTrouble: () => {} })
    const heard: string[] = []
    const listenTo = (channel: string) =>
      listener.listen(channel, { onPayload: (payload) => heard.push(channel + payload), onGap: () => {} })
    await listenTo('zero')
    await Promise.all(['one', 'two', 'three', 'three'].map(listenTo))
    for (const channel of ['one', 'two', 'three']) await notify(channel, '!')
    await eventually(() => heard.length === 4)
    expect(heard).toEqual(['one!', 'two!', 'three!', 'three!'])
    expect(warnings).toEqual([])
    process.off('warning', warn)
    await listener.close()
  })

  test('resumes notifications after every disconnect and reports each gap', async () => {
    const heard: string[] = []
    let gaps = 0
    await database.listen('cuts', { onPayload: (payload) => heard.push(payload), onGap: () => (gaps += 1) })
    for (const round of [1, 2, 3]) {
      line.cut()
      line.mend()
      await eventually(() => gaps === round)
      await notify('cuts', `after ${round}`)
      await eventually(() => heard.length === round)
    }
    expect(heard).toEqual(['after 1', 'after 2', 'after 3'])
  })

  test('detects and replaces a notification connection that died silently', async () => {
    let troubles = 0
    const listener = createPostgresListener({
      url: line.url,
      onTrouble: () => (troubles += 1),
      everyMs: 300,
      timeoutMs: 300,
    })
    const heard: string[] = []
    let gaps = 0
    await listener.listen('silence', { onPayload: (payload) => heard.push(payload), onGap: () => (gaps += 1) })
    line.swallow()
    await notify('silence', 'lost')
    await eventually(() => troubles > 0)
    line.mend()
    await eventually(() => gaps === 1)
    await notify('silence', 'found')
    await eventually(() => heard.length > 1)
    expect(heard).toEqual(['lost', 'found'])
    await listener.close()
  })

  test('subscribes to a new channel even if the server responds too late', async () => {
    let troubles = 0
    const listener = createPostgresListener({
      url: line.url,
      onTrouble: () => (troubles += 1),
      everyMs: 1000,
      timeoutMs: 1000,
    })
    const heard: string[] = []
    await listener.listen('early', { onPayload: () => {}, onGap: () => {} })
    line.hold()
    const listening = listener.listen('held', { onPayload: (payload) => heard.push(payload), onGap: () => {} })
    await eventually(() => troubles > 0)
    line.mend()
    await listening
    await notify('held', 'heard')
    await eventually(() => heard.length > 0)
    expect(heard).toEqual(['heard'])
    await listener.close()
  })

  test('rejects a failed subscription, allows a retry, and then delivers each notification once', async () => {
    const listener = createPostgresListener({ url: line.url, onTrouble: () => {} })
    const heard: string[] = []
    const handlers = { onPayload: (payload: string) => heard.push(payload), onGap: () => heard.push('gap') }
    line.cut()
    await expect(listener.listen('late', handlers)).rejects.toBeInstanceOf(Error)
    await expect(listener.listen('late', handlers)).rejects.toBeInstanceOf(Error)
    line.mend()
    await listener.listen('late', handlers)
    await listener.listen('other', { onPayload: () => {}, onGap: () => {} })
    await notify('late', 'once')
    await eventually(() => heard.length > 0)
    expect(heard).toEqual(['once'])
    await listener.close()
    await expect(listener.listen('late', handlers)).rejects.toThrow('closed')
  })
})

async function notify(channel: string, payload: string): Promise<void> {
  await direct.current.orm.execute(sql`select notify_processes(${channel}, ${payload})`)
}

async function answers(database: Database): Promise<boolean> {
  return database.ping().then(
    () => true,
    () => false,
  )
}

/** The server takes a moment to notice a closed connection. */
async function eventuallyRows(database: Database, statement: string, count: number) {
  const read = () => database.withConnection((connection) => connection.rows(statement))
  await eventually(async () => (await read()).length === count)
  return read()
}
