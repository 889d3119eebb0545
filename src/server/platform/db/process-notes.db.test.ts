import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabaseLine } from '#test/database-line.ts'
import { eventually } from '#test/eventually.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import type { RawConnection } from './database.ts'
import { createPostgresListener, type ListenerOptions } from './postgres-listener.ts'

const database = useTestDatabase()
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function rows(statement: string, parameters?: unknown[]): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

/** A process that listens to one channel, over its own connection. */
async function hear(channel: string, options: Partial<ListenerOptions> = {}) {
  const line = await openDatabaseLine(database.current)
  const troubles: string[] = []
  const listener = createPostgresListener({
    url: line.url,
    onTrouble: ({ message }) => troubles.push(message),
    ...options,
  })
  closing.push(
    () => line.close(),
    () => line.database.close(),
    () => listener.close(),
  )
  const heard: string[] = []
  await listener.listen(channel, { onPayload: (payload) => heard.push(payload), onGap: () => heard.push('gap') })
  return { heard, troubles, line, listener }
}

test('stores identical notes of one transaction once, even one without a payload', async () => {
  const heard: string[] = []
  await database.current.listen('once', { onPayload: (payload) => heard.push(payload), onGap: () => {} })
  await database.current.withConnection((connection) =>
    connection.exec(`begin; select notify_processes('once', 'a'), notify_processes('once', 'a'),
      notify_processes('once', 'b'), notify_processes('once', null); commit`),
  )
  await eventually(() => heard.length >= 3)
  expect(heard.toSorted()).toEqual(['', 'a', 'b'])
  expect(await rows(`select payload from process_notes where channel = 'once' order by payload`)).toEqual([
    { payload: '' },
    { payload: 'a' },
    { payload: 'b' },
  ])
})

describe.runIf(isPostgres)('on a server', () => {
  /** As when NOTIFY is lost: the note commits, but no listener is woken. */
  async function noteInSilence(channel: string, payload: string): Promise<void> {
    await rows(`insert into process_notes (channel, payload) values ($1, $2)`, [channel, payload])
  }

  test('finds a note whose notification was lost, within seconds and once', async () => {
    const { heard } = await hear('lost')
    await rows(`select notify_processes('lost', 'before')`)
    await eventually(() => heard.length === 1)
    // It polls once more right after it was notified.
    await sleep(500)
    const start = performance.now()
    await noteInSilence('lost', 'found')
    await eventually(() => heard.length === 2)
    expect(performance.now() - start).toBeLessThan(9000)
    await rows(`select notify_processes('lost', 'after')`)
    await eventually(() => heard.length === 3)
    expect(heard).toEqual(['before', 'found', 'after'])
  })

  test('is woken by a notification long before its next poll', async () => {
    const { heard } = await hear('woken', { everyMs: 3_600_000 })
    await rows(`select notify_processes('woken', 'a')`)
    await eventually(() => heard.length === 1)
    // Also in a burst.
    await Promise.all(Array.from({ length: 20 }, (_, n) => rows(`select notify_processes('woken', $1)`, [`${n}`])))
    await eventually(() => heard.length === 21)
    expect(new Set(heard).size).toBe(21)
  })

  test('polls if there is no LISTEN', async () => {
    const { heard, troubles } = await hear('polled', { mode: 'poll', everyMs: 50 })
    const pid = await rows(`select query from pg_stat_activity where query = 'listen process_notes'
      and application_name = 'bloomera notifications' and datname = current_database()`)
    expect(pid).toEqual([])
    await rows(`select notify_processes('polled', 'a')`)
    await eventually(() => heard.length === 1)
    for (const payload of ['b', 'c', 'd', 'e']) {
      await rows(`select notify_processes('polled', $1)`, [payload])
      await eventually(() => heard.at(-1) === payload)
    }
    expect(heard).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(troubles).toEqual([])
  })

  test('says so if notifications never arrive, as behind a pooler', async () => {
    const { heard, troubles } = await hear('pooled', { everyMs: 30 })
    for (const payload of ['a', 'b', 'c', 'd', 'e']) {
      await noteInSilence('pooled', payload)
      await eventually(() => heard.at(-1) === payload)
    }
    expect(troubles).toEqual([expect.stringContaining('DATABASE_LISTEN=poll')])
  })

  test('misses no transaction that began earlier and committed later, and reports none twice', async () => {
    const { heard } = await hear('order', { mode: 'poll', everyMs: 20 })
    await inTransaction(async (early) => {
      await early.rows(`select notify_processes('order', 'early')`)
      await inTransaction(async (late) => {
        await late.rows(`select notify_processes('order', 'late')`)
      })
      await eventually(() => heard.length === 1)
      // The late one is read again and again while the early one is open.
      await rows(`select notify_processes('order', 'between')`)
      await eventually(() => heard.length === 2)
    })
    await eventually(() => heard.length === 3)
    expect(heard).toEqual(['late', 'between', 'early'])
  })

  test('reports nothing for a transaction that was rolled back', async () => {
    const { heard } = await hear('undone', { mode: 'poll', everyMs: 20 })
    const undone = inTransaction(async (connection) => {
      await connection.rows(`select notify_processes('undone', 'never')`)
      throw new Error('changed its mind')
    })
    await expect(undone).rejects.toThrow('changed')
    await rows(`select notify_processes('undone', 'after')`)
    await eventually(() => heard.length > 0)
    expect(heard).toEqual(['after'])
  })

  test('reads through the pool while its own connection is down', async () => {
    const direct = database.current
    const { heard, line } = await hear('detour', {
      elsewhere: (statement, parameters) =>
        direct.withConnection(async (connection) => ({ rows: await connection.rows(statement, parameters) })),
    })
    line.cut()
    await rows(`select notify_processes('detour', 'around')`)
    await eventually(() => heard.length > 0)
    expect(heard).toEqual(['around'])
    line.mend()
    await eventually(() => heard.length > 1)
    expect(heard).toEqual(['around', 'gap'])
  })

  async function inTransaction(work: (connection: RawConnection) => Promise<void>): Promise<void> {
    await database.current.withConnection(async (connection) => {
      await connection.exec('begin')
      await work(connection)
      await connection.exec('commit')
    })
  }
})
