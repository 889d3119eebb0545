import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { drain } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { defineQueue, type QueueDefinition, type Retry } from './queue.ts'
import { createWorkers, type Workers } from './workers.ts'

type Job = { id: string; attempts: number }

const HOUR_MS = 3_600_000
const log = pino({ level: 'silent' })
const database = useTestDatabase()
const started: Workers[] = []

beforeAll(() =>
  rows(`create table jobs (id text primary key, state text not null default 'waiting', attempts int not null default 0,
    next_attempt_at timestamptz not null default now(), last_error text)`),
)
beforeEach(() => rows('delete from jobs'))
afterEach(async () => {
  for (const workers of started.splice(0)) await workers.stop()
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

function add(...ids: string[]): Promise<unknown> {
  return rows('insert into jobs (id) select unnest($1::text[])', [ids])
}

async function stateOf(id: string) {
  const [row] = await rows(
    `select state, attempts, last_error, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
     from jobs where id = $1`,
    [id],
  )
  return row
}

const retry: Retry<Job> = {
  delayMs: ({ attempts }) => (attempts < 3 ? attempts * 10 * 60_000 : undefined),
  async postpone({ id }, { lastError, retryInMs }) {
    await rows(`update jobs set last_error = $2, next_attempt_at = now() + $3 * interval '1 ms' where id = $1`, [
      id,
      lastError,
      retryInMs,
    ])
  },
  deadLetter: {
    isExhausted: ({ attempts }) => attempts > 3,
    markDead: async ({ id }, lastError) =>
      void (await rows(`update jobs set state = 'dead', last_error = $2 where id = $1`, [id, lastError])),
  },
}

/** A queue with its own table. It sweeps hourly, so only a notification wakes it sooner. */
function queueOf(
  work: (job: Job) => Promise<void | 'unfinished'>,
  change: Partial<QueueDefinition<Job, void>> = {},
  on = database.current,
) {
  return defineQueue<Job>({
    name: 'jobs',
    depth: { due: 'jobs where false', since: 'next_attempt_at', dead: 'jobs where false' },
    channel: 'jobs',
    pace: { everyMs: HOUR_MS, busyMs: 0 },
    lease: { limit: 4, leaseMs: HOUR_MS },
    claim: async ({ limit, leaseMs }) => {
      const claimed = await on.withConnection((connection) =>
        connection.rows(
          `update jobs set attempts = attempts + 1, next_attempt_at = now() + $2 * interval '1 ms' where id = any(array(
             select id from jobs where state = 'waiting' and next_attempt_at <= now()
             order by next_attempt_at limit $1 for update skip locked)) returning id, attempts`,
          [limit, leaseMs],
        ),
      )
      return claimed.map(({ id, attempts }) => ({ id: String(id), attempts: Number(attempts) }))
    },
    describe: ({ id }) => ({ job: id }),
    work,
    record: async ({ id }) => void (await rows(`update jobs set state = 'done' where id = $1`, [id])),
    retry,
    ...change,
  })
}

async function start(...queues: ReturnType<typeof queueOf>[]): Promise<Workers> {
  const workers = createWorkers({ database: database.current, log, queues })
  started.push(workers)
  await workers.start()
  return workers
}

test('wakes on a notification, even one that arrives during a sweep', async () => {
  const underWay = Promise.withResolvers<void>()
  const done: string[] = []
  await add('first')
  await start(
    queueOf(async ({ id }) => {
      if (id === 'first') await underWay.promise
      done.push(id)
    }),
  )
  await eventually(async () => (await stateOf('first'))?.attempts === 1)
  // Subscribed after the worker, so it is notified after the worker.
  let heard = 0
  await database.current.listen('jobs', { onPayload: () => (heard += 1), onGap: () => {} })
  await add('second')
  await rows(`select notify_processes('jobs', '')`)
  await eventually(() => heard === 1)
  underWay.resolve()
  await eventually(() => done.length === 2)
  // Nothing is due: the worker sleeps for an hour.
  await eventually(async () => (await stateOf('second'))?.state === 'done')
  await add('third')
  await rows(`select notify_processes('jobs', '')`)
  await eventually(() => done.length === 3)
  expect(done).toEqual(['first', 'second', 'third'])
})

test('wakes when the next item is due, without a notification', async () => {
  const done: string[] = []
  await rows(`insert into jobs (id, next_attempt_at) values ('soon', now() + interval '300 ms')`)
  const untilDue = async () => {
    const [row] = await rows(
      `select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms from jobs where state = 'waiting'`,
    )
    return typeof row?.ms === 'number' ? row.ms : undefined
  }
  await start(queueOf(async ({ id }) => void done.push(id), { untilDue }))
  await eventually(() => done.length === 1)
})

test('backs off a failing item and then dead-letters it, without blocking the others', async () => {
  await add('bad', 'good')
  const work = async ({ id }: Job) => {
    if (id === 'bad') throw new Error('no such thing as ana@example.com')
  }
  for (const minutes of [10, 20]) {
    await drain(queueOf(work))
    expect(await stateOf('bad')).toMatchObject({ state: 'waiting', minutes, last_error: 'no such thing as …@…' })
    await rows('update jobs set next_attempt_at = now()')
  }
  await drain(queueOf(work))
  expect(await stateOf('bad')).toMatchObject({ state: 'dead', attempts: 3 })
  expect(await stateOf('good')).toMatchObject({ state: 'done', attempts: 1 })
})

test('backs off an unfinished item like a failed one', async () => {
  await add('pending')
  expect(await drain(queueOf(async () => 'unfinished'))).toBe(0)
  expect(await stateOf('pending')).toMatchObject({ state: 'waiting', attempts: 1, minutes: 10 })
})

test('dead-letters an item that crashed its process too often, without another attempt', async () => {
  await rows(`insert into jobs (id, attempts) values ('deadly', 3)`)
  let worked = 0
  await drain(queueOf(async () => void (worked += 1)))
  expect(worked).toBe(0)
  expect(await stateOf('deadly')).toMatchObject({ state: 'dead', last_error: 'It was never finished.' })
})

test('retries an item that is never given up after its lease', async () => {
  await rows(`insert into jobs (id, attempts) values ('stubborn', 40)`)
  const { delayMs, postpone } = retry
  await drain(queueOf(() => Promise.reject(new Error('no')), { retry: { delayMs, postpone } }))
  expect(await stateOf('stubborn')).toMatchObject({ state: 'waiting', attempts: 41, minutes: 60 })
})

test('does not count finished but unrecorded work as a failure: its lease expires', async () => {
  await rows(`insert into jobs (id, attempts) values ('done', 2)`)
  await add('other')
  const record = async ({ id }: Job) => {
    if (id === 'done') throw new Error('the database is away')
    await rows(`update jobs set state = 'done' where id = $1`, [id])
  }
  expect(await queueOf(async () => {}, { record }).sweep(log)).toEqual({ isFull: false, settled: 1 })
  expect(await stateOf('done')).toEqual({ state: 'waiting', attempts: 3, last_error: null, minutes: 60 })
  expect(await stateOf('other')).toMatchObject({ state: 'done' })
})

test('shares due items between two processes and processes each once', async () => {
  const another = await database.openAnother()
  await add(...Array.from({ length: 40 }, (_, index) => `job ${index}`))
  const done: string[] = []
  const work = async ({ id }: Job) => void done.push(id)
  const totals = await Promise.all([drain(queueOf(work)), drain(queueOf(work, {}, another))])
  expect(totals.reduce((sum, total) => sum + total, 0)).toBe(40)
  expect(new Set(done).size).toBe(40)
  expect(done).toHaveLength(40)
  if (another !== database.current) await another.close()
})

test('finishes its items on stop, claims no more, and leaves the leases of others alone', async () => {
  const underWay = Promise.withResolvers<void>()
  await add('ours')
  await rows(`insert into jobs (id, attempts, next_attempt_at) values ('theirs', 1, now() + interval '30 minutes')`)
  const workers = await start(queueOf(() => underWay.promise))
  await eventually(async () => (await stateOf('ours'))?.attempts === 1)
  let isStopped = false
  const stopping = workers.stop().then(() => (isStopped = true))
  await add('late')
  await rows(`select notify_processes('jobs', '')`)
  expect(isStopped).toBe(false)
  underWay.resolve()
  await stopping
  expect(await stateOf('ours')).toMatchObject({ state: 'done' })
  expect(await stateOf('theirs')).toMatchObject({ state: 'waiting', attempts: 1, minutes: 30 })
  expect(await stateOf('late')).toMatchObject({ state: 'waiting', attempts: 0 })
})

test('retries an unreadable queue without blocking the others', async () => {
  const done: string[] = []
  let failures = 0
  await add('one')
  const { claim } = createClaimThatFails(3, () => (failures += 1))
  await start(
    queueOf(async () => {}, { claim: () => Promise.reject(new Error('never')), pace: { everyMs: HOUR_MS } }),
    queueOf(async ({ id }) => void done.push(id), { claim, pace: { everyMs: HOUR_MS, awayMs: 10 } }),
  )
  await eventually(() => done.length === 1)
  expect(failures).toBe(3)
})

function createClaimThatFails(times: number, onFailure: () => void) {
  let left = times
  const claim = async (): Promise<Job[]> => {
    if (left-- > 0) {
      onFailure()
      throw new Error('the database is away')
    }
    return left === -1 ? [{ id: 'one', attempts: 1 }] : []
  }
  return { claim }
}

test('runs once even if started twice', async () => {
  let sweeps = 0
  const prepare = async () => void (sweeps += 1)
  const workers = await start(queueOf(async () => {}, { prepare }))
  await workers.start()
  await add('one')
  await rows(`select notify_processes('jobs', '')`)
  await eventually(async () => (await stateOf('one'))?.state === 'done')
  await workers.stop()
  expect(sweeps).toBeLessThanOrEqual(3)
})

test('releases the claims of its predecessor at startup if it owns the database', async () => {
  await rows(`insert into jobs (id, attempts, next_attempt_at) values ('stale', 1, now() + interval '1 hour')`)
  await add('due')
  await start(
    queueOf(async () => {}, {
      releaseStale: async () => void (await rows('update jobs set next_attempt_at = now()')),
    }),
  )
  await eventually(async () => (await stateOf('due'))?.state === 'done')
  // Other processes may hold leases on a PostgreSQL server, so there they have to expire.
  const attempts = database.current.engine === 'pglite' ? 2 : 1
  expect(await stateOf('stale')).toMatchObject({ attempts })
})
