import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'

/** Parts of a statement; each names a table and a condition, and what is due is read from the index it is claimed from. */
export type DepthSql = { due: string; since: string; dead: string }

export type QueueDepth = {
  queue: string
  /** What should have been done by now. */
  due: number
  /** For how long the oldest of those has been due; 0 when nothing is. */
  oldestDueSeconds: number
  /** What was given up and waits for the owner. */
  dead: number
}

/** Counting further would cost and say no more. */
const COUNTED_UP_TO = 10_000

export async function readQueueDepths(
  orm: Orm,
  queues: readonly { name: string; depth: DepthSql }[],
): Promise<QueueDepth[]> {
  const selects = queues.map(
    ({ name, depth: { due, since, dead } }) => `select '${name}' as queue, count(*)::int as due,
        coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestDueSeconds",
        (select count(*)::int from (select from ${dead} limit ${COUNTED_UP_TO}) d) as dead
      from (select ${since} as since from ${due} order by ${since} limit ${COUNTED_UP_TO}) q`,
  )
  return queryRows<QueueDepth>(orm, sql.raw(selects.join(' union all ')))
}
