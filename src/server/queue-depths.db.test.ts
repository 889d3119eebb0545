import { expect, test } from 'vitest'
import { DOCUMENTED_QUEUES } from '#test/documented-queues.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

/** Without a destination there are no jobs for backups. Nothing is written there: the workers aren't started. */
const BACKUP = { BACKUP_DIR: '/nowhere', BACKUP_PASSPHRASE: 'correct horse battery staple' }
/** Nothing is purged either. */
const CDN = {
  CDN: 'on',
  CDN_PURGE: 'varnish',
  CDN_PURGE_URL: 'http://127.0.0.1:1',
  CDN_PURGE_TOKEN: 'a-token-of-this-test',
}
const TOKEN = 'a-token-for-the-metrics-of-this-test'
const database = useTestDatabase()

function run(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

/** What /metrics reports for each queue. Uses a new shop each time, because the numbers are cached for seconds. */
async function measure(): Promise<Record<string, { due?: number; oldest_due_seconds?: number; dead?: number }>> {
  const shop = await createTestShop(database.current, { METRICS_TOKEN: TOKEN, ...BACKUP, ...CDN })
  // Its start purges the previous release's pages from the CDN.
  await run('delete from cdn_purges')
  const response = await shop.app.request('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  const depths: Record<string, Record<string, number>> = {}
  for (const [, what = '', queue = '', value] of (await response.text()).matchAll(
    /^shop_queue_(\w+)\{queue="(\w+)"\} (\S+)$/gm,
  ))
    depths[queue] = { ...depths[queue], [what]: Number(value) }
  return depths
}

test('measures every queue of an idle shop as empty', async () => {
  const depths = await measure()
  const documented = DOCUMENTED_QUEUES.map(({ name }) => name)
  expect(
    Object.keys(depths).filter((name) => !documented.includes(name)),
    'add a row to the table in docs/decisions/033-one-worker-kernel.md',
  ).toEqual([])
  expect(
    documented.filter((name) => !(name in depths)),
    'add the queue to a createWorkers in src/server/shop-workers.ts or src/server/services.ts',
  ).toEqual([])
  for (const depth of Object.values(depths)) expect(depth).toEqual({ due: 0, oldest_due_seconds: 0, dead: 0 })
})

const AGO = `now() - interval '1 hour'`
const LATER = `now() + interval '1 hour'`

test('counts due, waiting and dead events, emails and refunds', async () => {
  await run(`insert into webhook_events (event_id, type, body, state, next_attempt_at) values
    ('a', 'x', '{}', 'waiting', ${AGO}), ('b', 'x', '{}', 'waiting', now()), ('c', 'x', '{}', 'waiting', ${LATER}),
    ('d', 'x', '{}', 'dead', ${AGO}), ('e', 'x', '{}', 'done', ${AGO}), ('f', 'x', '{}', 'closed', ${AGO})`)
  await run(`insert into outbox (cause, template, recipient, payload, state, next_attempt_at) values
    ('a', 'x', 'x', '{}', 'waiting', ${AGO}), ('b', 'x', 'x', '{}', 'waiting', ${LATER}), ('c', 'x', 'x', '{}', 'dead', ${AGO})`)
  await run(`insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, lease_until, parked_at) values
    (gen_random_uuid(), 'a', 1, 'x', 'unknown', ${AGO}, null), (gen_random_uuid(), 'b', 1, 'x', 'pending', ${LATER}, null),
    (gen_random_uuid(), 'c', 1, 'x', 'unknown', ${AGO}, now()), (gen_random_uuid(), 'd', 1, 'x', 'completed', ${AGO}, now())`)
  const depths = await measure()
  expect(depths.webhook_events).toMatchObject({ due: 2, dead: 1 })
  expect(depths.webhook_events?.oldest_due_seconds).toBeGreaterThanOrEqual(3600)
  expect(depths.mails).toMatchObject({ due: 1, dead: 1 })
  expect(depths.stray_refunds).toMatchObject({ due: 1, dead: 1 })
  expect(depths.stray_refunds?.oldest_due_seconds).toBeGreaterThanOrEqual(3600)
})

test('counts open and late charges, order refunds, prices, days and periodic jobs the same way', async () => {
  const [order] =
    await run(`insert into orders (number, checkout_key, request_hash, email, folded_email, first_name, last_name,
      line1, city, state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
    values ('BLM-22222222-2222', 'queue-depths', 'x', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo', 'UT', '84601',
      1000, 0, 0, 0, 0, 1000) returning id`)
  const [attempt] =
    await run(`insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until)
    values (gen_random_uuid(), '${String(order?.id)}', 1, 'unknown', 'queue-depths', 1000, ${AGO}) returning id`)
  await run(`insert into refunds (id, attempt_id, amount_cents, reason, state, lease_until, parked_at) values
    (gen_random_uuid(), '${String(attempt?.id)}', 1, 'x', 'sending', ${AGO}, null),
    (gen_random_uuid(), '${String(attempt?.id)}', 1, 'x', 'unknown', ${AGO}, now())`)
  await run(`insert into scheduled_prices (product_id, pricing, due_at, created_by, state, retry_at) values
    ('pure-bloom', '{}', ${AGO}, 'a', 'waiting', null), ('pure-bloom', '{}', ${AGO}, 'a', 'waiting', ${LATER}),
    ('pure-bloom', '{}', ${AGO}, 'a', 'failed', null), ('pure-bloom', '{}', ${LATER}, 'a', 'waiting', null)`)
  await run(`insert into money_checks (day, next_attempt_at, finished_at) values
    ('2026-11-01', ${AGO}, null), ('2026-11-02', ${LATER}, null), ('2026-11-03', ${AGO}, now())`)
  await run(`update payment_attempts set next_look_at = ${AGO}`)
  await run(
    `insert into periodic_jobs (name, next_run_at) values ('retention', ${AGO}), ('money_recheck', now() + interval '10 minutes')`,
  )
  const depths = await measure()
  expect(depths.open_charges).toMatchObject({ due: 1, dead: 0 })
  expect(depths.late_charges).toMatchObject({ due: 1, dead: 0 })
  expect(depths.refunds).toMatchObject({ due: 1, dead: 1 })
  expect(depths.scheduled_prices).toMatchObject({ due: 1, dead: 1 })
  expect(depths.money_checks).toMatchObject({ due: 1, dead: 0 })
  expect(depths.retention).toMatchObject({ due: 1, dead: 0 })
  expect(depths.money_recheck).toMatchObject({ due: 0, dead: 0 })
})
