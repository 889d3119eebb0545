import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { createRetention } from '#server/retention.worker.ts'
import { drain } from '#test/drain-queue.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { unitsOf } from './sender-address.ts'
import { limitSenders } from './sender-limits.ts'
import { createSharedLimits } from './shared-limits.ts'
import { purgeBucketsAbove } from './throttle.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const database = useTestDatabase()
const opened: Database[] = []

beforeEach(() => rows('delete from throttle_buckets'))
afterEach(async () => {
  for (const one of opened.splice(0)) if (one !== database.current) await one.close()
})

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

/** The limits of another process: its own memory and connections, the same database. */
async function openProcess({ deadlineMs = 60_000 } = {}) {
  const own = await database.openAnother()
  opened.push(own)
  const clock = { now: 0 }
  const deps = {
    secretKey: 'a key for tests',
    log: pino({ level: 'silent' }),
    now: () => clock.now,
    deadlineMs,
  }
  return { clock, own, limits: createSharedLimits({ database: own, ...deps }) }
}

test('allows two processes together as many requests as one alone', async () => {
  const limit = { count: 10, perMs: HOUR }
  const processes = await Promise.all([openProcess(), openProcess()])
  const limiters = processes.map(({ limits }) => limits('pay', limit))
  const waits = await Promise.all(limiters.flatMap((limiter) => Array.from({ length: 10 }, () => limiter.take('a'))))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10)
  expect(await limiters[1]?.take('b')).toBe(0)
})

test('counts limits with different names and keys separately', async () => {
  const { limits } = await openProcess()
  const limit = { count: 1, perMs: HOUR }
  expect(await limits('pay', limit).take('a')).toBe(0)
  expect(await limits('quote', limit).take('a')).toBe(0)
  expect(await limits('pay', limit).take('b')).toBe(0)
  expect(await limits('pay', limit).take('a')).toBeGreaterThan(0)
})

test('reports the wait and refills the bucket by the database clock', async () => {
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  const limit = { count: 4, perMs: 4 * MINUTE }
  const [mine, theirs] = [first.limits('pay', limit), second.limits('pay', limit)]
  for (let n = 0; n < 4; n += 1) expect(await mine.take('a')).toBe(0)
  const wait = await theirs.take('a')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(MINUTE)
  await rows(`update throttle_buckets set filled_at = filled_at - interval '1 minute'`)
  second.clock.now += wait
  expect(await theirs.take('a')).toBe(0)
  await rows(`update throttle_buckets set filled_at = filled_at - interval '1 day'`)
  second.clock.now += 24 * HOUR
  for (let n = 0; n < 4; n += 1) expect(await theirs.take('a')).toBe(0)
  expect(await theirs.take('a')).toBeGreaterThan(0)
})

test('refuses a flood from memory, without querying the database', async () => {
  const [first, second] = await Promise.all([openProcess(), openProcess()])
  const limit = { count: 3, perMs: HOUR }
  const [mine, theirs] = [first.limits('pay', limit), second.limits('pay', limit)]
  for (let n = 0; n < 3; n += 1) await mine.take('a')
  // Its own memory would allow three more; the database refuses once, and the process remembers that.
  expect(await theirs.take('a')).toBeGreaterThan(0)
  const before = await rows('select xmin::text from throttle_buckets')
  for (let n = 0; n < 100; n += 1) {
    expect(await mine.take('a')).toBeGreaterThan(0)
    expect(await theirs.take('a')).toBeGreaterThan(0)
  }
  expect(await rows('select xmin::text from throttle_buckets')).toEqual(before)
})

test('refuses an IPv6 /48 that used up its limit without a row for each further /64', async () => {
  const processes = await Promise.all([openProcess(), openProcess()])
  const [one, other] = processes.map(({ limits }) => limitSenders(limits, 'pay', { count: 1, perMs: HOUR }))
  const take = (limiter: typeof one, subnet: number) => limiter?.take(unitsOf(`2001:db8:7:${subnet.toString(16)}::1`))
  for (let subnet = 0; subnet < 16; subnet += 1) expect(await take(one, subnet)).toBe(0)
  // Its own memory would allow sixteen; the database refuses once, and the process remembers that.
  expect(await take(other, 16)).toBeGreaterThan(0)
  const before = await rows('select key, xmin::text from throttle_buckets order by key')
  // One for the /48 and one for each of its /64s so far.
  expect(before).toHaveLength(1 + 17)
  for (let subnet = 17; subnet < 117; subnet += 1) {
    expect(await take(one, subnet)).toBeGreaterThan(0)
    expect(await take(other, subnet)).toBeGreaterThan(0)
  }
  expect(await rows('select key, xmin::text from throttle_buckets order by key')).toEqual(before)
  expect(await one?.take(unitsOf('2001:db8:8::1'))).toBe(0)
})

test('bounds the table against senders with ever-changing addresses', async () => {
  const { limits, own } = await openProcess()
  const limiter = limits('pay', { count: 3, perMs: HOUR })
  await Promise.all(Array.from({ length: 40 }, (_, sender) => limiter.take(`sender ${sender}`)))
  const purge = purgeBucketsAbove(30)
  expect([await purge(own.orm, 0, 10), await purge(own.orm, 0, 10)]).toEqual([10, 0])
  expect(await rows('select key from throttle_buckets')).toHaveLength(30)
})

test('stores no readable addresses and purges full buckets', async () => {
  const { limits } = await openProcess()
  const limiter = limits('pay', { count: 3, perMs: MINUTE })
  await limiter.take('192.0.2.1')
  expect(JSON.stringify(await rows('select * from throttle_buckets'))).not.toContain('192.0.2')
  await rows(`update throttle_buckets set expires_at = now() - interval '1 second'`)
  await Promise.all(Array.from({ length: 20 }, (_, n) => limiter.take(`visitor ${n}`)))
  expect(await rows('select key from throttle_buckets')).toHaveLength(21)
  await drain(createRetention(database.current))
  expect(await rows('select key from throttle_buckets')).toHaveLength(20)
})

// PGlite runs in the process, so it is never down alone.
test.runIf(isPostgres)('falls back to per-process limits while the database is down, and recovers', async () => {
  const { limits, clock, own } = await openProcess()
  const limiter = limits('pay', { count: 3, perMs: HOUR })
  await own.close()
  expect([await limiter.take('a'), await limiter.take('a'), await limiter.take('a')]).toEqual([0, 0, 0])
  expect(await limiter.take('a')).toBeGreaterThan(0)
  clock.now += HOUR
  expect(await limiter.take('a')).toBe(0)
})

test.runIf(isPostgres)('does not wait for an unresponsive database', async () => {
  const { limits } = await openProcess({ deadlineMs: 100 })
  const limiter = limits('pay', { count: 3, perMs: HOUR })
  await database.current.withConnection(async (connection) => {
    await connection.exec('begin')
    await connection.exec('lock table throttle_buckets')
    const waits = [await limiter.take('a'), await limiter.take('a'), await limiter.take('a')]
    expect(waits).toEqual([0, 0, 0])
    expect(await limiter.take('a')).toBeGreaterThan(0)
    await connection.exec('rollback')
  })
})
