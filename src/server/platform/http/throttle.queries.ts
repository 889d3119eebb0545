import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import type { Purge } from '#server/platform/db/purge.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { msAgo } from '#server/platform/db/time.ts'

export type TokenBucket = { key: string; count: number; perMs: number }

/** Takes a token by the database clock. Returns 0, or the milliseconds until the next token. */
export async function takeToken(orm: Orm, { key, count, perMs }: TokenBucket): Promise<number> {
  const size = sql`${count}::double precision`
  const msPerToken = sql`${perMs / count}::double precision`
  const end = sql`now() + ${perMs}::double precision * interval '1 millisecond'`
  const elapsedMs = sql`greatest(0, extract(epoch from now() - bucket.filled_at)::double precision * 1000)`
  const [row] = await queryRows<{ wait_ms: number }>(
    orm,
    sql`insert into throttle_buckets as bucket (key, tokens, filled_at, wait_ms, expires_at)
      values (${key}, ${size} - 1, now(), 0, ${end})
      on conflict (key) do update set (tokens, filled_at, wait_ms, expires_at) = (
        select refilled - (refilled >= 1)::integer,
          greatest(bucket.filled_at, now()),
          greatest(0, ceil((1 - refilled) * ${msPerToken})),
          ${end}
        from (select least(${size}, bucket.tokens + ${elapsedMs} / ${msPerToken}) as refilled) as now_in_bucket
      )
      returning wait_ms`,
  )
  return row?.wait_ms ?? 0
}

/** About 40 MB with indexes. */
const MAX_BUCKETS = 200_000

/**
 * Deletes buckets that have refilled and, above `maxBuckets`, also those that will refill soonest: senders choose their
 * addresses, so the number of rows needs a bound.
 */
export function purgeBucketsAbove(maxBuckets: number): Purge {
  return async (orm, olderThanMs, limit) => {
    const rows = await queryRows(
      orm,
      sql`delete from throttle_buckets where key = any(array(
        select key from throttle_buckets
        where expires_at < (
          select case when count(*) > ${maxBuckets} then 'infinity' else ${msAgo(olderThanMs)} end from throttle_buckets)
        order by expires_at limit ${limit} for update skip locked))
        returning key`,
    )
    return rows.length
  }
}

export const purgeBuckets = purgeBucketsAbove(MAX_BUCKETS)
