import { beforeAll, expect, test } from 'vitest'
import { fillEveryTable } from '#test/fill-every-table.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { claimUploads } from './catalogue/picture-uploads.queries.ts'
import { claimDuePrices } from './catalogue/scheduled-prices.queries.ts'
import { claimLooks, claimPurchases } from './labels/labels.queries.ts'
import { claimDeliveries } from './notices/deliveries.queries.ts'
import { claimNotices } from './notices/notices.queries.ts'
import { claimDays } from './payments/money-days.queries.ts'
import { claimDueLooks, claimOpenAttempts } from './payments/payments.queries.ts'
import { claimOpenRefunds } from './payments/refunds.queries.ts'
import { claimOpenStrayRefunds } from './payments/stray-refunds.queries.ts'
import { claimDueEvents } from './payments/webhook-events.queries.ts'
import { claimPurges } from './platform/cdn/cdn-purges.queries.ts'
import type { Orm } from './platform/db/database.ts'
import { claimDueMails } from './platform/mail/outbox.queries.ts'
import { claimPeriodicJob } from './platform/worker/periodic-jobs.queries.ts'
import type { Lease } from './platform/worker/queue.ts'

const HOUR_MS = 3_600_000
const database = useTestDatabase()

beforeAll(() => fillEveryTable(database.current))

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

type Claim = (orm: Orm, lease: Lease) => Promise<unknown[]>

/** Every column that holds a lease or a back-off, what makes its rows claimable, and the claim. */
const CLAIMS: Record<string, [waiting: string, claim: Claim]> = {
  'cdn_purges.next_attempt_at': ['', (orm, lease) => claimPurges(orm, lease, 1)],
  'money_checks.next_attempt_at': ['finished_at = null', (orm, lease) => claimDays(orm, lease, '2026-11-01')],
  'notice_deliveries.next_attempt_at': [`state = 'waiting'`, claimDeliveries],
  'notices.next_attempt_at': [`state = 'waiting'`, claimNotices],
  'outbox.next_attempt_at': [`state = 'waiting'`, claimDueMails],
  'payment_attempts.lease_until': [`state = 'sending'`, claimOpenAttempts],
  'payment_attempts.next_look_at': [`state = 'abandoned'`, claimDueLooks],
  'periodic_jobs.next_run_at': [
    '',
    async (orm, { leaseMs }) => ((await claimPeriodicJob(orm, 'job', leaseMs)) ? ['job'] : []),
  ],
  'picture_uploads.retry_at': [`state = 'waiting'`, claimUploads],
  'refunds.lease_until': [`state = 'pending'`, claimOpenRefunds],
  'scheduled_prices.retry_at': [`state = 'waiting'`, claimDuePrices],
  'shipping_labels.look_at': [`state = 'bought'`, claimLooks],
  'shipping_labels.next_attempt_at': [`state = 'buying', cost_cents = null, tracking_number = null`, claimPurchases],
  'stray_refunds.lease_until': [`state = 'pending'`, claimOpenStrayRefunds],
  'webhook_events.next_attempt_at': [`state = 'waiting'`, claimDueEvents],
}

test('knows every column that holds a lease or a back-off', async () => {
  const found = await rows(`select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '^(next_(attempt|run|look)_at|look_at|retry_at|lease_until)$' order by 1`)
  expect(found.map(({ name }) => name)).toEqual(Object.keys(CLAIMS).toSorted())
})

test.each(Object.entries(CLAIMS))(
  'claims what was leased while the clock was ahead, but nothing that is leased: %s',
  async (name, [waiting, claim]) => {
    const [table = '', column = ''] = name.split('.')
    const claimAt = async (time: string) => {
      await rows(`update ${table} set ${waiting ? `${waiting}, ` : ''}${column} = ${time}`)
      return claim(database.current.orm, { limit: 1, leaseMs: HOUR_MS })
    }
    expect(await claimAt(`now() + interval '1 hour'`)).toEqual([])
    expect(await claimAt(`now() + interval '10 years'`)).toHaveLength(1)
    expect(await rows(`select from ${table} where ${column} < now() + interval '1 day'`)).toHaveLength(1)
  },
)
