import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createModerationService, type ModerationService } from './moderation.service.ts'
import { createReviewQueueService } from './queue.service.ts'
import { createSettingsService } from './settings.service.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: 'ana', actor: 'ana@bloomera.example' }
const ben: Actor = { operatorId: 'ben', actor: 'ben@bloomera.example' }
let moderation: ModerationService
let settings: ReturnType<typeof createSettingsService>
let queue: ReturnType<typeof createReviewQueueService>

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeAll(async () => {
  const now = () => new Date()
  moderation = createModerationService(database.current, now)
  settings = createSettingsService(database.current, now)
  queue = createReviewQueueService(database.current, moderation, settings)
  for (const { operatorId, actor } of [ana, ben])
    await rows(`insert into operators (id, name, email, role) values ($1, $1, $2, 'staff')`, [operatorId, actor])
})

beforeEach(() => rows('delete from reviews where not is_published'))

async function received(title = 'A title', orderNumber: string | null = null): Promise<string> {
  const [row] = await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source, order_number)
     values ('pure-bloom', 2, $1, 'Body', 'Ben Otis', 'website_form', $2) returning id`,
    [title, orderNumber],
  )
  return String(row?.id)
}

test('lists waiting reviews oldest first, page by page, without gaps or repeats', async () => {
  const ids: string[] = []
  for (let count = 0; count < 45; count += 1) ids.push(await received(`Title ${count}`))
  // Equal timestamps, to the microsecond: only the id orders them.
  await rows(
    `update reviews set review_date = '2026-11-15T12:00:00.123456Z' where not is_published and title > 'Title 3'`,
  )
  const seen: string[] = []
  for (let page = await queue.list('waiting', undefined); ; page = await queue.list('waiting', page.next)) {
    seen.push(...page.reviews.map(({ id }) => id))
    if (!page.next) break
  }
  expect(seen).toHaveLength(45)
  expect(new Set(seen)).toEqual(new Set(ids))
})

test('lists decided reviews newest first', async () => {
  const page = await queue.list('published', undefined)
  const second = await queue.list('published', page.next)
  const dates = [...page.reviews, ...second.reviews].map(({ date }) => date.getTime())
  expect(dates.length).toBeGreaterThan(20)
  expect(dates).toEqual(dates.toSorted((one, other) => other - one))
})

test('hides stars until a review is decided, unless the owner wants to see them', async () => {
  const id = await received()
  expect((await queue.list('waiting', undefined)).reviews).toMatchObject([{ id, rating: undefined }])
  await settings.set('hidesRatingUntilDecided', false, ana)
  expect((await queue.list('waiting', undefined)).reviews).toMatchObject([{ id, rating: 2 }])
  await settings.set('hidesRatingUntilDecided', true, ana)
  await settings.set('hidesRatingUntilDecided', true, ana)
  await moderation.withhold(id, 'spam', ana)
  expect((await queue.list('withheld', undefined)).reviews).toMatchObject([{ id, rating: 2, withheldReason: 'spam' }])
  const log = await rows(`select before, after from audit_log where action = 'setting.change' order by id`)
  expect(log).toEqual([
    { before: true, after: false },
    { before: false, after: true },
  ])
})

test('looks up the order named in a review', async () => {
  await rows(`insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
      state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
    values ('BLM-22222222-AAAA', 'checkout-1', 'hash', 'shipped', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St',
      'Provo', 'UT', '84601', 5000, 0, 0, 0, 0, 5000)`)
  await received('Real', 'BLM-22222222-AAAA')
  await received('Made up', 'BLM-22222222-BBBB')
  // Both may have the same timestamp, so sort them by title.
  const { reviews } = await queue.list('waiting', undefined)
  expect(reviews.toSorted((one, other) => other.title.localeCompare(one.title))).toMatchObject([
    { title: 'Real', orderState: 'shipped', isProductInOrder: false },
    { title: 'Made up', orderState: null, isProductInOrder: false },
  ])
})

test('decides on many reviews at once, and skips missing ones', async () => {
  const ids = [await received('One'), await received('Two'), '00000000-0000-4000-8000-000000000000']
  expect(await queue.forEach(ids, (id) => moderation.publish(id, ana))).toEqual(ids.slice(0, 2))
  expect((await queue.list('waiting', undefined)).reviews).toEqual([])
})

test('lets only the person who decided undo it, within half a minute', async () => {
  const id = await received()
  await moderation.publish(id, ana)
  expect(await queue.undo([id], ben)).toEqual([])
  expect(await queue.undo([id], ana)).toEqual([id])
  expect((await queue.list('waiting', undefined)).reviews).toHaveLength(1)

  await moderation.withhold(id, 'spam', ana)
  await moderation.publish(id, ben)
  expect(await queue.undo([id], ana)).toEqual([])
  const [row] = await rows('select is_published from reviews where id = $1', [id])
  expect(row).toEqual({ is_published: true })

  // Redacting a review doesn't make the decision the redactor's.
  await moderation.redact(id, 'body', 'Body', ana)
  expect(await queue.undo([id], ana)).toEqual([])

  const late = await received()
  await moderation.publish(late, ana)
  await rows(
    `insert into audit_log (at, operator_id, actor, action, subject_kind, subject_id, before, after)
    values (now() - interval '36 seconds', 'ana', 'ana', 'review.publish', 'review', $1, null, null)`,
    [late],
  )
  expect(await queue.undo([late], ana)).toEqual([])
})
