import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'

/** SQL fragments, each a table and a condition; `due` uses the same index as the claim. */
export type DepthSql = { due: string; since: string; dead: string }

export type QueueDepth = {
  queue: string
  /** Items that are due now. */
  due: number
  /** How long the oldest due item has been due; 0 if there is none. */
  oldestDueSeconds: number
  /** Dead letters. */
  dead: number
}

/** An exact count beyond this would cost more without being more useful. */
const COUNT_LIMIT = 10_000

export async function readQueueDepths(
  orm: Orm,
  queues: readonly { name: string; depth: DepthSql }[],
): Promise<QueueDepth[]> {
  const selects = queues.map(
    ({ name, depth: { due, since, dead } }) => `select '${name}' as queue, count(*)::int as due,
        greatest(extract(epoch from now() - min(since)), 0)::float8 as "oldestDueSeconds",
        (select count(*)::int from (select from ${dead} limit ${COUNT_LIMIT}) d) as dead
      from (select ${since} as since from ${due} order by ${since} limit ${COUNT_LIMIT}) q`,
  )
  return queryRows<QueueDepth>(orm, sql.raw(selects.join(' union all ')))
}
