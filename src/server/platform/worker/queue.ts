import type { Logger } from 'pino'
import { errorText } from '#server/platform/error-text.ts'
import { scope } from '#server/platform/scope.ts'
import type { DepthSql } from './queue-depths.queries.ts'

export type Lease = { limit: number; leaseMs: number }

export type Pace = {
  /** Maximum sleep between sweeps, because a notification can be lost with its connection. */
  everyMs: number
  /** Pause after a full batch, when more is probably due. */
  busyMs?: number
  /** Pause after a full batch in which nothing succeeded; defaults to `busyMs`. */
  failingMs?: number
  /** Pause while the database is down. */
  awayMs?: number
}

export type Retry<Item> = {
  /** Back-off before the next attempt; undefined to give up. `error` is undefined if the item is merely unfinished. */
  delayMs: (item: Item, error: unknown) => number | undefined
  postpone: (item: Item, failure: { lastError: string; retryInMs: number; error: unknown }) => Promise<void>
  /** Absent for work that is retried forever. */
  deadLetter?: {
    /** Returns true if the item was claimed too often, which means that it keeps crashing its process. */
    isExhausted: (item: Item) => boolean
    /** Marks the item as a dead letter and alerts the owner, in one transaction. */
    markDead: (item: Item, lastError: string) => Promise<void>
  }
}

export type QueueDefinition<Item, Outcome> = {
  /** Label in the log and in /metrics. */
  name: string
  depth: DepthSql
  /** NOTIFY channel that announces new items. */
  channel?: string
  pace: Pace
  lease: Lease
  /** Runs before each claim. */
  prepare?: () => Promise<void>
  /** Claims due items, longest due first, and hides them from other processes for the length of the lease. */
  claim: (lease: Lease) => Promise<Item[]>
  /** What may be logged about an item. */
  describe: (item: Item) => Record<string, unknown>
  work: (item: Item) => Promise<Outcome | 'unfinished'>
  /** Records the outcome. If this fails, the item is not treated as failed: its lease expires. */
  record?: (item: Item, outcome: Outcome) => Promise<void>
  /** Absent if the lease alone decides when to retry. */
  retry?: Retry<Item>
  /** Milliseconds until the next item is due; undefined if none is waiting. */
  untilDue?: () => Promise<number | undefined>
  /** For a database owned by one process: makes items claimed by its predecessor due. */
  releaseStale?: () => Promise<void>
}

export type Sweep = { isFull: boolean; settled: number }

export type Queue = Pick<
  QueueDefinition<never, never>,
  'name' | 'depth' | 'channel' | 'pace' | 'untilDue' | 'releaseStale'
> & {
  /** Processes due items concurrently, up to the limit. */
  sweep: (log: Logger) => Promise<Sweep>
}

const NEVER_FINISHED = 'It was never finished.'

/**
 * A durable queue: work is stored as rows, so another process can finish it. One item never blocks the others: it is
 * postponed by its own back-off, and becomes a dead letter when it has used up its attempts.
 */
export function defineQueue<Item, Outcome = void>(definition: QueueDefinition<Item, Outcome>): Queue {
  const { name, depth, channel, pace, lease, untilDue, releaseStale, retry } = definition

  /** Returns true if the item is settled. */
  async function attempt(item: Item, log: Logger): Promise<boolean> {
    if (retry?.deadLetter?.isExhausted(item)) {
      await retry.deadLetter.markDead(item, NEVER_FINISHED)
      log.warn(
        { ...definition.describe(item), reason: NEVER_FINISHED },
        'queue item failed for good; marking it as a dead letter',
      )
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
    const isGivenUp = retry?.deadLetter !== undefined && retryInMs === undefined
    if (error !== undefined)
      log.warn(
        { ...definition.describe(item), err: error, retryInMs },
        isGivenUp ? 'queue item failed for good; marking it as a dead letter' : 'queue item failed; retrying',
      )
    const lastError = error === undefined ? NEVER_FINISHED : errorText(error)
    if (isGivenUp) await retry.deadLetter?.markDead(item, lastError)
    else await retry?.postpone(item, { lastError, retryInMs: retryInMs ?? lease.leaseMs, error })
  }

  return {
    name,
    depth,
    channel,
    pace,
    untilDue,
    releaseStale,
    sweep: (log) => scope.run({ ...scope.getStore(), queue: name }, () => sweepOnce(log.child({ queue: name }))),
  }

  async function sweepOnce(log: Logger): Promise<Sweep> {
    await definition.prepare?.()
    const items = await definition.claim(lease)
    const settled = await Promise.all(
      items.map((item) =>
        attempt(item, log).catch((error: unknown) => {
          // The database is down: the lease expires, and the attempt counts.
          log.warn({ ...definition.describe(item), err: error }, 'failed to record a queue item; its lease will expire')
          return false
        }),
      ),
    )
    return { isFull: items.length === lease.limit, settled: settled.filter(Boolean).length }
  }
}
