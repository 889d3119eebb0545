import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import { createBucketStore, createLimiter, type Limit, type Limiter, type Limits } from './limits.ts'
import { takeToken } from './throttle.queries.ts'

export type SharedLimitsDeps = {
  database: Pick<Database, 'orm'>
  secretKey: string
  log: Logger
  now: () => number
  /** A database slower than this is too busy to be queried. */
  deadlineMs?: number
}

/** After a failure this process counts alone for a while, so requests do not queue up behind a dead connection. */
const AWAY_MS = 2000

/**
 * Limits shared by all processes: the buckets are in the database. Each process checks its own copy, so a flood by a
 * known key never reaches the database; for senders with ever-new addresses, see sender-limits.ts. If the database is
 * down, each process counts on its own.
 */
export function createSharedLimits({
  database: { orm },
  secretKey,
  log,
  now,
  deadlineMs = 2500,
}: SharedLimitsDeps): Limits {
  let awayUntil = -Infinity
  // Shared by all names, so a flood of addresses cannot fill one store per name.
  const store = createBucketStore()

  async function takeShared(name: string, key: string, limit: Limit): Promise<number> {
    if (now() < awayUntil) return 0
    // Hashed, because addresses are personal data and are never read back.
    const hash = createHmac('sha256', secretKey).update(`limit ${name} ${key}`).digest('base64url').slice(0, 22)
    try {
      return await within(deadlineMs, takeToken(orm, { key: hash, ...limit }))
    } catch (error) {
      if (now() >= awayUntil) log.warn({ err: error }, 'shared rate limits unavailable; using per-process limits')
      awayUntil = now() + AWAY_MS
      return 0
    }
  }

  return (name, limit): Limiter => {
    const local = createLimiter(limit, now, { store, prefix: `${name} ` })
    return {
      async take(key) {
        const knownWait = local.take(key)
        if (knownWait > 0) return knownWait
        const wait = await takeShared(name, key, limit)
        if (wait > 0) local.block(key, wait)
        return wait
      },
      peek: local.peek,
    }
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds)
  })
  // Promise.race also handles a rejection after the deadline.
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
