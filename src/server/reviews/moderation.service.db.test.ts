import { beforeAll, expect, test } from 'vitest'
import { ledgerText } from '#domain/reviews/moderation.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createModerationService, type ModerationService } from './moderation.service.ts'
import { createReviewService, type ReviewService } from './reviews.service.ts'

const database = useTestDatabase()
const ana = { operatorId: null, actor: 'Ana' }
let moderation: ModerationService
let reviews: ReviewService

beforeAll(() => {
  moderation = createModerationService(database.current, () => new Date())
  reviews = createReviewService(database.current, () => new Date())
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function received(body = 'Call me on 801 555 0100.'): Promise<string> {
  const [row] = await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source)
     values ('pure-bloom', 1, 'Not for me', $1, 'Ben Otis', 'website_form') returning id`,
    [body],
  )
  return String(row?.id)
}

async function state(id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await rows(
    'select rating, title, body, is_published, withheld_reason, reply from reviews where id = $1',
    [id],
  )
  return row
}

function audit(id: string): Promise<Record<string, unknown>[]> {
  return rows('select actor, action, before, after from audit_log where subject_id = $1 order by id', [id])
}

test('counts a published review, and no longer when it is withdrawn', async () => {
  const { count } = await reviews.summaryOf('pure-bloom')
  const id = await received()
  expect((await reviews.summaryOf('pure-bloom')).count).toBe(count)
  expect(await moderation.publish(id, ana)).toEqual({ ok: true })
  expect((await reviews.summaryOf('pure-bloom')).count).toBe(count + 1)
  expect(await moderation.undo(id, ana)).toEqual({ ok: true })
  expect(await state(id)).toMatchObject({ is_published: false, withheld_reason: null })
  expect((await reviews.summaryOf('pure-bloom')).count).toBe(count)
  await moderation.undo(id, ana)
  expect(await state(id)).toMatchObject({ is_published: true })
})

test('logs who, what, before and after for every step', async () => {
  const id = await received()
  await moderation.publish(id, ana)
  await moderation.withhold(id, 'spam', ana)
  await moderation.reply(id, ' We are sorry. ', ana)
  await moderation.undo(id, ana)
  const waiting = { isPublished: false, withheldReason: null, reply: null }
  const published = { ...waiting, isPublished: true }
  const spam = { ...waiting, withheldReason: 'spam' }
  const replied = { ...spam, reply: 'We are sorry.' }
  expect(await audit(id)).toEqual([
    { actor: 'Ana', action: 'review.publish', before: waiting, after: published },
    { actor: 'Ana', action: 'review.withhold', before: published, after: spam },
    { actor: 'Ana', action: 'review.reply', before: spam, after: replied },
    { actor: 'Ana', action: 'review.undo', before: replied, after: spam },
  ])
})

test('redacts personal data with a mark, logs none of it, and keeps the rating and the rest', async () => {
  const id = await received()
  expect(await moderation.redact(id, 'body', '801 555 0100', ana)).toEqual({ ok: true })
  expect(await state(id)).toMatchObject({ rating: 1, title: 'Not for me', body: 'Call me on [redacted].' })
  expect(JSON.stringify(await audit(id))).not.toContain('801')
  expect(await audit(id)).toMatchObject([{ action: 'review.redact', after: { field: 'body', marks: 1 } }])
  expect(await moderation.redact(id, 'body', '801 555 0100', ana)).toEqual({ ok: false, code: 'nothing_to_redact' })
  expect(await moderation.undo(id, ana)).toEqual({ ok: false, code: 'nothing_to_undo' })
})

test('redacts a short name from texts of maximum length', async () => {
  const [row] = await rows(
    `insert into reviews (product_id, rating, title, body, reviewer_name, source)
     values ('pure-bloom', 1, rpad('Al ', 100, '!'), repeat('7', 2000), rpad('Al ', 50, '!'), 'website_form') returning id`,
  )
  const id = String(row?.id)
  expect(await moderation.redact(id, 'title', 'Al', ana)).toEqual({ ok: true })
  expect(await moderation.redact(id, 'reviewerName', 'Al', ana)).toEqual({ ok: true })
  expect(await moderation.redact(id, 'body', '7', ana)).toEqual({ ok: true })
  expect(await state(id)).toMatchObject({ title: `[redacted] ${'!'.repeat(97)}`, body: '[redacted]'.repeat(2000) })
})

test('reports what cannot be done, and logs nothing', async () => {
  const id = await received()
  expect(await moderation.publish('00000000-0000-4000-8000-000000000000', ana)).toEqual({
    ok: false,
    code: 'not_found',
  })
  expect(await moderation.undo(id, ana)).toEqual({ ok: false, code: 'nothing_to_undo' })
  expect(await moderation.reply(id, 'x'.repeat(2001), ana)).toEqual({ ok: false, code: 'too_long' })
  expect(await audit(id)).toEqual([])
})

test('the ledger adds up to what is in the table', async () => {
  const before = await reviews.ledger()
  await moderation.withhold(await received(), 'personal_data', ana)
  await moderation.publish(await received('Fine.'), ana)
  await received('Still waiting.')
  const ledger = await reviews.ledger()
  expect(ledger.received).toBe(before.received + 3)
  expect(ledger.published).toBe(before.published + 1)
  expect(ledger.withheld.personal_data).toBe((before.withheld.personal_data ?? 0) + 1)
  const [counted] = await rows(
    `select count(*)::int as received, (count(*) filter (where is_published))::int as published from reviews`,
  )
  expect(counted).toEqual({ received: ledger.received, published: ledger.published })
  expect(ledgerText(ledger)).toContain('1 personal data')
})
