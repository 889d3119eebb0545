import type { Database } from '#server/platform/db/database.ts'
import { claimPeriodicJob, periodicJobDepth } from './periodic-jobs.queries.ts'
import { defineQueue, type Queue } from './queue.ts'

export type PeriodicJob = {
  database: Pick<Database, 'orm'>
  /** A single word, because it is also a label in /metrics. */
  name: string
  everyMs: number
  run: () => Promise<void>
}

/** How late a job may start if the process that ran it last is gone. */
const POLL_MS = 60_000

/** A queue with one recurring item. Its lease is the interval, so only one process runs it each time. */
export function definePeriodicJob({ database: { orm }, name, everyMs, run }: PeriodicJob): Queue {
  return defineQueue({
    name,
    depth: periodicJobDepth(name, everyMs),
    pace: { everyMs: Math.min(everyMs, POLL_MS) },
    lease: { limit: 1, leaseMs: everyMs },
    claim: async ({ leaseMs }) => ((await claimPeriodicJob(orm, name, leaseMs)) ? [name] : []),
    describe: () => ({}),
    work: run,
  })
}
