import { sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import type { QueueDepth } from '#server/platform/http/queue-metrics.ts'

export const QUEUES = [
  'webhook_events',
  'mails',
  'open_charges',
  'refunds',
  'stray_refunds',
  'scheduled_prices',
  'money_checks',
] as const
export type QueueName = (typeof QUEUES)[number]

/** Counting further would cost and say no more. */
const COUNTED_UP_TO = 10_000

type Parts = { due: string; since: string; dead: string }

/** What is due is read from the partial index that its worker claims from, the oldest first. */
const PARTS: Record<QueueName, Parts> = {
  webhook_events: {
    due: `webhook_events where state = 'waiting' and next_attempt_at <= now()`,
    since: 'next_attempt_at',
    dead: `webhook_events where state = 'dead'`,
  },
  mails: {
    due: `outbox where state = 'waiting' and next_attempt_at <= now()`,
    since: 'next_attempt_at',
    dead: `outbox where state = 'dead'`,
  },
  open_charges: {
    due: `payment_attempts where state in ('sending', 'unknown') and lease_until <= now()`,
    since: 'lease_until',
    dead: 'payment_attempts where false',
  },
  refunds: openRefunds('refunds'),
  stray_refunds: openRefunds('stray_refunds'),
  scheduled_prices: {
    due: `scheduled_prices where state = 'waiting' and due_at <= now() and coalesce(retry_at, due_at) <= now()`,
    since: 'due_at',
    dead: `scheduled_prices where state = 'failed'`,
  },
  money_checks: {
    due: 'money_checks where finished_at is null and next_attempt_at <= now()',
    since: 'next_attempt_at',
    dead: 'money_checks where false',
  },
}

function openRefunds(table: 'refunds' | 'stray_refunds'): Parts {
  const open = `${table} where state in ('sending', 'pending', 'unknown')`
  return {
    due: `${open} and parked_at is null and lease_until <= now()`,
    since: 'lease_until',
    dead: `${open} and parked_at is not null`,
  }
}

export async function readQueueDepths(orm: Orm): Promise<QueueDepth[]> {
  const selects = QUEUES.map((queue) => {
    const { due, since, dead } = PARTS[queue]
    return `select '${queue}' as queue, count(*)::int as due,
        coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestDueSeconds",
        (select count(*)::int from (select from ${dead} limit ${COUNTED_UP_TO}) d) as dead
      from (select ${since} as since from ${due} order by ${since} limit ${COUNTED_UP_TO}) q`
  })
  return queryRows<QueueDepth>(orm, sql.raw(selects.join(' union all ')))
}
