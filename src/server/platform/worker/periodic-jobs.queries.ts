import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { inMs } from '#server/platform/db/time.ts'
import { periodicJobsTable } from './periodic-jobs.tables.ts'
import type { DepthSql } from './queue-depths.queries.ts'

/**
 * Returns true if this process claimed the run. Only the first process to ask gets it in each interval. A time beyond
 * the interval was stored while the server's clock was ahead, and would hold the job up until then.
 */
export async function claimPeriodicJob(orm: Orm, name: string, everyMs: number): Promise<boolean> {
  const rows = await orm
    .insert(periodicJobsTable)
    .values({ name, nextRunAt: inMs(everyMs) })
    .onConflictDoUpdate({
      target: periodicJobsTable.name,
      set: { nextRunAt: inMs(everyMs) },
      setWhere: sql`${periodicJobsTable.nextRunAt} <= now() or ${periodicJobsTable.nextRunAt} > ${inMs(everyMs)}`,
    })
    .returning({ name: periodicJobsTable.name })
  return rows.length > 0
}

export function periodicJobDepth(name: string, everyMs: number): DepthSql {
  return {
    due: `periodic_jobs where name = '${name}'
      and (next_run_at <= now() or next_run_at > now() + ${everyMs} * interval '1 millisecond')`,
    since: 'next_run_at',
    dead: 'periodic_jobs where false',
  }
}
