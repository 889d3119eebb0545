import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOCUMENTED_QUEUES } from '#test/documented-queues.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

/** All queues start at once; on a busy machine a connection may need a retry. */
const BUSY_MS = 100_000
const database = useTestDatabase()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'workers-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

test('starts the work of every queue with the shop, and can be closed', async () => {
  await rows(`insert into outbox (cause, template, recipient, payload) values
    ('in-the-shop', 'payment-not-taken', 'ana@example.com', '{"orderNumber": "BLM-23456789-ABCD", "firstName": "Ana"}')`)
  await rows(`insert into webhook_events (event_id, type, body) values ('in the shop', 'x', '{}')`)
  await rows(`insert into scheduled_prices (product_id, pricing, due_at, created_by)
    values ('pure-bloom', '{"kind": "single", "priceCents": 2600, "info": null}', now(), 'ana')`)
  await rows(`insert into form_keys (key, used_at) values ('an old form key', now() - interval '1 year')`)
  // The test owns the database.
  const shop = await createTestShop({ ...database.current, close: async () => {} }, { DATA_DIR: folder })
  await shop.startWorkers()
  await eventually(async () => (await rows(`select from outbox where state = 'sent'`)).length === 1, BUSY_MS)
  await eventually(async () => (await rows(`select from webhook_events where state = 'done'`)).length === 1, BUSY_MS)
  await eventually(
    async () => (await rows(`select from scheduled_prices where state = 'applied'`)).length === 1,
    BUSY_MS,
  )
  await eventually(async () => (await rows(`select from form_keys`)).length === 0, BUSY_MS)
  await eventually(async () => (await rows(`select from money_checks where attempts > 0`)).length > 0, BUSY_MS)
  // This shop has no destination for backups.
  const started = DOCUMENTED_QUEUES.filter(({ name, isPeriodic }) => isPeriodic && !name.startsWith('backup'))
  const jobs = started.map(({ name }) => ({ name }))
  await eventually(async () => (await rows('select from periodic_jobs')).length === jobs.length, BUSY_MS)
  await shop.close()
  expect(await rows('select name from periodic_jobs order by name')).toEqual(
    jobs.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
})
