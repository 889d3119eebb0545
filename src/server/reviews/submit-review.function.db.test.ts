import { beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const PATH = '/functions/v1/submit-review'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let visitors = 0

const good = { product_id: 'pure-bloom', rating: 4, title: 'Lovely', body: 'It sinks in.', reviewer_name: 'Ana Pires' }

beforeAll(async () => {
  shop = await createTestShop(database.current)
  await rows(`with bought as (insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city, state_code, zip,
      subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
    select 'BLM-23456789-' || suffix, 'checkout-' || suffix, 'hash', state, 'a@b.example', 'a@b.example', 'Ana', 'Pires', '1 Main St', 'Provo', 'UT', '84601', 3400, 0, 999, 0, 0, 4399
    from (values ('AAAA', 'paid'), ('BBBB', 'pending_payment'), ('CCCC', 'shipped'), ('DDDD', 'paid'), ('EEEE', 'paid')) v (suffix, state) returning id)
    insert into order_lines (order_id, position, product_id, name, price_cents, quantity) select id, 1, 'pure-bloom', 'Pure Bloom', 3400, 1 from bought`)
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

/** Each request comes from its own visitor, unless a test says otherwise. */
async function submit(body: unknown, remoteAddress = `192.0.2.${(visitors += 1)}`): Promise<Response> {
  const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return shop.app.request(PATH, init, { incoming: { socket: { remoteAddress } } })
}

async function stored(title: string): Promise<Record<string, unknown>[]> {
  return rows('select * from reviews where title = $1', [title])
}

async function count(): Promise<unknown> {
  const [row] = await rows('select count(*)::int as count from reviews')
  return row?.count
}

test('holds a review for a moderator, whatever else was sent with it', async () => {
  const response = await submit({
    ...good,
    title: 'Waits',
    reviewer_location: 'Provo',
    email: 'ana@example.com',
    is_published: true,
    isPublished: true,
    verified_purchase: true,
    source: 'admin',
    review_date: '2001-01-01',
    id: '00000000-0000-4000-8000-000000000000',
    last_shown_at: '2001-01-01',
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({ message: MESSAGES.reviewSubmitted })
  const [review] = await stored('Waits')
  expect(review).toMatchObject({
    product_id: 'pure-bloom',
    rating: 4,
    body: 'It sinks in.',
    reviewer_name: 'Ana Pires',
    reviewer_location: 'Provo',
    email: 'ana@example.com',
    order_number: null,
    verified_purchase: false,
    source: 'website_form',
    is_published: false,
    last_shown_at: null,
  })
  expect(review?.id).not.toBe('00000000-0000-4000-8000-000000000000')
  expect(Date.now() - new Date(String(review?.review_date)).getTime()).toBeLessThan(60_000)
})

test('an order of this shop that contains the product verifies one review', async () => {
  await submit({ ...good, title: 'Bought it', order_number: ' blm-23456789-aaaa ' })
  expect((await stored('Bought it'))[0]).toMatchObject({ verified_purchase: true, order_number: 'BLM-23456789-AAAA' })
  await submit({ ...good, title: 'Bought it too', order_number: 'BLM-23456789-AAAA' })
  expect((await stored('Bought it too'))[0]).toMatchObject({ verified_purchase: false })
  await submit({ ...good, title: 'With mail', order_number: 'BLM-23456789-CCCC', email: 'A@B.example' })
  expect((await stored('With mail'))[0]).toMatchObject({ verified_purchase: true })
})

test("verifies by a signed link without the order's email, and refuses a forged one", async () => {
  const link = new URL(shop.services.reviewLinks.pathFor('BLM-23456789-DDDD', 'pure-bloom'), 'http://localhost')
  expect(link.pathname + link.hash).toBe('/products/pure-bloom#reviews')
  const [orderNumber, proof] = [link.searchParams.get('order'), link.searchParams.get('proof')]
  const claim = { ...good, order_number: orderNumber, email: 'ana.at.work@example.com' }
  await submit({ ...claim, title: 'Forged', proof: `${proof?.slice(0, -2)}xx` })
  expect((await stored('Forged'))[0]).toMatchObject({ verified_purchase: false, source: 'website_form' })
  await submit({ ...claim, title: 'From the link', proof })
  expect((await stored('From the link'))[0]).toMatchObject({ verified_purchase: true, source: 'order_link' })
  await submit({ ...claim, title: 'Other product', product_id: 'first-light-serum', proof })
  expect((await stored('Other product'))[0]).toMatchObject({ verified_purchase: false, source: 'website_form' })
})

test('stores any other number for the moderator, without a badge and with the same response', async () => {
  const claims = [
    { title: 'Unpaid', order_number: 'BLM-23456789-BBBB' },
    { title: 'Not ours', order_number: 'BLM-ZZZZZZZZ-ZZZZ' },
    { title: 'No number', order_number: 'receipt 7' },
    { title: 'Other oil', order_number: 'BLM-23456789-EEEE', product_id: 'first-light-serum' },
    { title: 'Other person', order_number: 'BLM-23456789-EEEE', email: 'eve@example.com' },
  ]
  for (const claim of claims) {
    const response = await submit({ ...good, ...claim })
    expect(await response.json(), claim.title).toEqual({ message: MESSAGES.reviewSubmitted })
    const [review] = await stored(claim.title)
    expect(review, claim.title).toMatchObject({ verified_purchase: false })
    expect(review?.order_number).toBe(claim.order_number.toUpperCase())
  }
})

test('stores the same review once within a day, even when sent concurrently', async () => {
  const answers = await Promise.all(Array.from({ length: 3 }, () => submit({ ...good, title: 'Twice' })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored('Twice')).toHaveLength(1)
  await rows(`update reviews set review_date = now() - interval '25 hours' where title = 'Twice'`)
  await submit({ ...good, title: 'Twice' })
  expect(await stored('Twice')).toHaveLength(2)
})

test('accepts the earlier field names from a page that was open during the update', async () => {
  const { product_id: productId, reviewer_name: reviewerName, ...same } = good
  const earlier = { ...same, productId, reviewerName, orderNumber: 'receipt 9', reviewerLocation: 'Provo' }
  expect((await submit({ ...earlier, title: 'Earlier', elapsedMs: 4000 })).status).toBe(200)
  expect(await stored('Earlier')).toMatchObject([
    { product_id: 'pure-bloom', reviewer_name: 'Ana Pires', reviewer_location: 'Provo', order_number: 'RECEIPT 9' },
  ])
  await submit({ ...earlier, title: 'Earlier program', elapsedMs: 200 })
  expect(await stored('Earlier program')).toEqual([])
  await submit({ ...earlier, reviewer_name: 'Ben', title: 'Both names' })
  expect(await stored('Both names')).toMatchObject([{ reviewer_name: 'Ben' }])
})

function submitForm(fields: Record<string, string>): Promise<Response> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    referer: 'http://localhost:3000/products/pure-bloom',
  }
  const init = { method: 'POST', body: new URLSearchParams(fields).toString(), headers }
  return Promise.resolve(
    shop.app.request(PATH, init, { incoming: { socket: { remoteAddress: `192.0.2.${(visitors += 1)}` } } }),
  )
}

test('the form works without a script: it is stored, and answered by a page', async () => {
  const form = { ...good, rating: '4', email: '', order_number: '', reviewer_location: '', proof: '', website: '' }
  const response = await submitForm({ ...form, title: 'Plain form', body: '😀'.repeat(2000) })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await response.text()).toContain(MESSAGES.reviewSubmitted)
  expect(await stored('Plain form')).toMatchObject([{ product_id: 'pure-bloom', rating: 4, email: null }])
  const { rating: _, ...unrated } = form
  const refused = await submitForm({ ...unrated, title: 'Unrated' })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain(MESSAGES.ratingRequired)
  expect(html).toContain('href="/products/pure-bloom#reviews"')
  expect(await stored('Unrated')).toEqual([])
})

test('bots are thanked, and nothing is stored', async () => {
  const before = await count()
  expect((await submit({ ...good, title: 'Bot', website: 'http://spam.example' })).status).toBe(200)
  expect((await submit({ ...good, title: 'Bot', elapsed_ms: 200 })).status).toBe(200)
  expect(await count()).toBe(before)
})

test('says what is wrong, and stores nothing', async () => {
  const before = await count()
  const wrong: [string, Record<string, unknown>][] = [
    ['rating', { rating: '5' }],
    ['title', { title: 'x'.repeat(101) }],
    ['body', { body: 'a\u0007b' }],
    ['reviewer_name', { reviewer_name: ' ' }],
    ['email', { email: 'nobody' }],
    ['product_id', { product_id: 'unknown' }],
    ['product_id', { product_id: undefined }],
    ['product_id', { product_id: { $ne: null } }],
  ]
  for (const [field, changes] of wrong) {
    const response = await submit({ ...good, ...changes })
    expect(response.status, field).toBe(422)
    expect(await response.json()).toMatchObject({ error: { field } })
  }
  const rating = await submit({ ...good, rating: 0 })
  expect(await rating.json()).toMatchObject({ error: { message: MESSAGES.ratingRequired } })
  await rows(`update products set is_active = false where id = 'petal-renewal-serum'`)
  expect((await submit({ ...good, product_id: 'petal-renewal-serum' })).status).toBe(422)
  expect((await submit(['x'])).status).toBe(422)
  expect((await submit({ ...good, body: 'x'.repeat(40_000) })).status).toBe(413)
  expect(await count()).toBe(before)
})

test('stores two thousand emoji and unusual text unchanged', async () => {
  const body = `<img src=x onerror=alert(1)> \u202e Z̴̧a ${'😀'.repeat(1950)}`
  expect((await submit({ ...good, title: 'Strange', body })).status).toBe(200)
  expect((await stored('Strange'))[0]?.body).toBe(body.normalize('NFC'))
})

test('a testimonial about the shop itself names no product', async () => {
  await submit({ ...good, product_id: null, title: 'The shop' })
  expect((await stored('The shop'))[0]).toMatchObject({ product_id: null, source: 'website_form' })
})

test('shows one message when the database fails', async () => {
  await rows(
    `create function fail_on_purpose() returns trigger language plpgsql as $$ begin raise exception 'down'; end $$`,
  )
  await rows('create trigger fails before insert on reviews for each row execute function fail_on_purpose()')
  const response = await submit({ ...good, title: 'Fails' })
  await rows('drop trigger fails on reviews')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ error: { code: 'review_failed', message: MESSAGES.reviewFailed } })
})

test('throttles a fourth review of one product from one address within the hour', async () => {
  const address = '203.0.113.7'
  const titles = ['First', 'Second', 'Third', 'Fourth']
  const statuses: number[] = []
  for (const title of titles) statuses.push((await submit({ ...good, title }, address)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const other = await submit({ ...good, title: 'Other oil', product_id: 'first-light-serum' }, address)
  expect(other.status).toBe(200)
  const refused = await submit({ ...good, title: 'Fifth' }, address)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  expect(await refused.json()).toEqual({ error: { code: 'too_many_requests', message: MESSAGES.tooManyRequests } })
})

test('stops a flood of reviews at a full queue, and still accepts customers', async () => {
  await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source)
    select 'pure-bloom', 5, 'Flood', 'Flood ' || i, 'Nobody', 'website_form' from generate_series(1, 5000) i`)
  const refused = await submit({ ...good, title: 'Too late' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(await stored('Too late')).toEqual([])
  const customer = { ...good, title: 'Bought it all the same', order_number: 'BLM-23456789-EEEE', email: 'a@b.example' }
  expect((await submit(customer)).status).toBe(200)
  expect(await stored('Bought it all the same')).toMatchObject([{ verified_purchase: true }])
  await rows(`delete from reviews where title = 'Flood'`)
  expect((await submit({ ...good, title: 'Room again' })).status).toBe(200)
})

test('answers only POST', async () => {
  const response = await shop.app.request(PATH)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})
