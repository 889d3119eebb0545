import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import type { Database } from '#server/platform/db/database.ts'
import { MAX_UNHEARD_MS } from '#server/platform/db/process-notes.ts'
import { purgedTags } from '#server/platform/pages/cdn-headers.ts'
import { unwatched, type WatchCall } from '#server/platform/watch-call.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { cdnPurgeDepth, claimPurges, postponePurges, settlePurges, untilNextPurge } from './cdn-purges.queries.ts'
import type { PurgeCdn } from './purge-cdn.ts'

export type PurgeQueueDeps = { database: Pick<Database, 'orm'>; purge: PurgeCdn; watchCall?: WatchCall | undefined }

const LEASE = { limit: 1, leaseMs: 60_000 }
const PACE = { everyMs: 5000, busyMs: 0, failingMs: 1000 }
const MAX_ROWS = 200
/** Retried forever, because until it succeeds, shoppers see old prices. */
const RETRY: BackOff = { firstMs: 1000, longestMs: 60_000, maxAttempts: Infinity }

/**
 * A page may reach the CDN after the purge: it was in flight, or comes from a process that hasn't been notified yet. By
 * the second purge, no process serves the old page. Processes check the clock every minute.
 */
const REPEAT = { inMs: 2 * MAX_UNHEARD_MS, byClockInMs: 60_000 + 2 * MAX_UNHEARD_MS }

/** Purges pages from the CDN: once for each change, by any of the processes, retried until it succeeds. */
export function createPurgeQueue({ database: { orm }, purge, watchCall = unwatched }: PurgeQueueDeps): Queue {
  return defineQueue({
    name: 'cdn_purges',
    depth: cdnPurgeDepth,
    channel: 'cdn_purges',
    pace: PACE,
    lease: LEASE,
    claim: (lease) => claimPurges(orm, lease, MAX_ROWS),
    describe: ({ ids, attempts }) => ({ purges: ids.length, attempts }),
    work: ({ tags }) =>
      watchCall(
        { provider: 'cdn', name: 'purge' },
        () => purge(purgedTags(tags)),
        (end) => ('result' in end ? 'ok' : 'failed'),
      ),
    record: (claimed) => settlePurges(orm, claimed, REPEAT),
    retry: {
      delayMs: ({ attempts }) => backOffMs(attempts, RETRY),
      postpone: (claimed, failure) => postponePurges(orm, claimed, failure),
    },
    untilDue: () => untilNextPurge(orm),
  })
}
