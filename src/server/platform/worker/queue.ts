import type { Logger } from 'pino'
import { errorText } from '#server/platform/error-text.ts'
import type { DepthSql } from './queue-depths.queries.ts'

export type Lease = { limit: number; leaseMs: number }

export type Pace = {
  /** The longest sleep between two sweeps: a notification may get lost with its connection. */
  everyMs: number
  /** After a full batch, when more is probably due. */
  busyMs?: number
  /** After a full batch in which nothing could be done; the same as `busyMs` unless set. */
  failingMs?: number
  /** While the database cannot be read. */
  awayMs?: number
}

export type Retry<Item> = {
  /** Returns how long to wait before the next attempt; undefined when it is time to give up. No error: not finished yet. */
  delayMs: (item: Item, error: unknown) => number | undefined
  postpone: (item: Item, failure: { lastError: string; retryInMs: number }) => Promise<void>
  /** Absent for work that is never given up. */
  giveUp?: {
    /** Returns true if it was claimed more often than it may be tried: its process died of it, again and again. */
    isSpent: (item: Item) => boolean
    /** Makes it a dead letter and tells the owner, in one transaction. */
    bury: (item: Item, lastError: string) => Promise<void>
  }
}

export type QueueDefinition<Item, Outcome> = {
  /** Its label in the log and in /metrics. */
  name: string
  depth: DepthSql
  /** The NOTIFY channel that says there is something new. */
  channel?: string
  pace: Pace
  lease: Lease
  /** Runs before each claim. */
  prepare?: () => Promise<void>
  /** Takes what is due, the longest due first, hidden from other processes for the length of the lease. */
  claim: (lease: Lease) => Promise<Item[]>
  /** What the log may say about an item. */
  describe: (item: Item) => Record<string, unknown>
  work: (item: Item) => Promise<Outcome | 'unfinished'>
  /** Writes down what was done. If it fails the work is not repeated as a failure: the lease runs out. */
  record?: (item: Item, outcome: Outcome) => Promise<void>
  /** Absent where the lease alone decides when it is tried again. */
  retry?: Retry<Item>
  /** Milliseconds until the next item is due; undefined when none waits. */
  untilDue?: () => Promise<number | undefined>
  /** For a database that belongs to one process: makes due what its predecessor had claimed. */
  releaseStale?: () => Promise<void>
}

export type Sweep = { isFull: boolean; settled: number }

export type Queue = Pick<
  QueueDefinition<never, never>,
  'name' | 'depth' | 'channel' | 'pace' | 'untilDue' | 'releaseStale'
> & {
  /** Does what is due, up to the limit, all of it at once. */
  sweep: (log: Logger) => Promise<Sweep>
}

const NEVER_FINISHED = 'It was never finished.'

/**
 * Work that another process may have to finish, as rows. One item never holds up the others: it is postponed by its
 * own back-off, and buried when it has used up its attempts.
 */
export function defineQueue<Item, Outcome = void>(definition: QueueDefinition<Item, Outcome>): Queue {
  const { name, depth, channel, pace, lease, untilDue, releaseStale, retry } = definition

  /** Returns true if the item is settled. */
  async function attempt(item: Item, log: Logger): Promise<boolean> {
    if (retry?.giveUp?.isSpent(item)) {
      await retry.giveUp.bury(item, NEVER_FINISHED)
      log.warn({ ...definition.describe(item), reason: NEVER_FINISHED }, 'work given up')
      return false
    }
    let outcome: Outcome | 'unfinished'
    try {
      outcome = await definition.work(item)
    } catch (error) {
      await putBack(item, log, error)
      return false
    }
    if (outcome === 'unfinished') {
      await putBack(item, log)
      return false
    }
    await definition.record?.(item, outcome)
    return true
  }

  async function putBack(item: Item, log: Logger, error?: unknown): Promise<void> {
    const retryInMs = retry?.delayMs(item, error)
    const isGivenUp = retry?.giveUp !== undefined && retryInMs === undefined
    if (error !== undefined)
      log.warn(
        { ...definition.describe(item), err: error, retryInMs },
        isGivenUp ? 'work given up' : 'work failed; trying again',
      )
    const lastError = error === undefined ? NEVER_FINISHED : errorText(error)
    if (isGivenUp) await retry.giveUp?.bury(item, lastError)
    else await retry?.postpone(item, { lastError, retryInMs: retryInMs ?? lease.leaseMs })
  }

  return {
    name,
    depth,
    channel,
    pace,
    untilDue,
    releaseStale,
    async sweep(log) {
      const queueLog = log.child({ queue: name })
      await definition.prepare?.()
      const items = await definition.claim(lease)
      const settled = await Promise.all(
        items.map((item) =>
          attempt(item, queueLog).catch((error: unknown) => {
            // The database is away: the lease runs out, and the attempt is counted.
            queueLog.warn({ ...definition.describe(item), err: error }, 'work could not be recorded')
            return false
          }),
        ),
      )
      return { isFull: items.length === lease.limit, settled: settled.filter(Boolean).length }
    },
  }
}
