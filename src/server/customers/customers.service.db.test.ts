import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { createSignupService } from '#server/newsletter/signup.service.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createCustomerService } from './customers.service.ts'

const database = useTestDatabase()
const now = new Date('2026-11-15T12:00:00Z')
const ana = { operatorId: null, actor: 'ana@bloomera.example' }

function customers() {
  return createCustomerService(database.current)
}

function signup() {
  return createSignupService(database.current, () => now)
}

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

/** A paid order that used the code. */
async function addPaidOrder(email: string, code: string): Promise<string> {
  const [order] = await rows(
    `insert into orders (number, checkout_key, request_hash, state, paid_at, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, discount_code)
     values ($1, $2, 'x', 'paid', now(), $3, $5, 'Ana', 'Pires', '1 Main St', 'Provo', 'UT', '84601', 5000, 500, 999, 0, 0, 5499, $4)
     returning id`,
    [orderNumberFrom(randomBytes(64)), randomUUID(), email, code, foldEmail(email)],
  )
  await rows(`insert into discount_redemptions (order_id, code, folded_email, state) values ($1, $2, $3, 'consumed')`, [
    order?.id,
    code,
    email,
  ])
  await rows(`update discount_codes set used_count = 1 where code = $1`, [code])
  return String(order?.id)
}

test('finds all data about a customer, however they wrote their address', async () => {
  const code = await signup().signUp({
    email: 'cleo@example.com',
    source: 'home',
  })
  const orderId = await addPaidOrder('cleo+shop@example.com', code)
  await rows(
    `insert into order_lines (order_id, position, product_id, name, size, price_cents, quantity)
    values ($1, 1, 'pure-bloom', 'Pure Bloom', '2oz', 3400, 1)`,
    [orderId],
  )
  await rows(`insert into reviews (rating, title, body, reviewer_name, source, email) values
    (5, 'Held', 'Text', 'Cleo Hart', 'website_form', 'CLEO+shop@example.com'),
    (5, 'Of another', 'Text', 'Leo Hart', 'website_form', 'leo@example.com')`)
  const [order] = await rows('select number from orders where id = $1', [orderId])
  await rows(
    `insert into reviews (rating, title, body, reviewer_name, source, verified_purchase, order_number)
     values (5, 'By its order', 'Text', 'Cleo Hart', 'order_link', true, $1)`,
    [order?.number],
  )
  const person = await customers().find('Cleo@Example.com')
  expect(person).toMatchObject({
    subscriber: { email: 'cleo@example.com', discountCode: code },
    orders: [{ id: orderId, lines: [{ name: 'Pure Bloom', size: '2oz' }] }],
    mails: [{ template: 'welcome', recipient: 'cleo@example.com' }],
  })
  expect(person.reviews.map(({ title }) => title).toSorted()).toEqual(['By its order', 'Held'])
  expect(await customers().forget('cleo@example.com', ana)).toBe(true)
  expect(await rows(`select reviewer_name, email from reviews where title in ('Held', 'By its order')`)).toEqual([
    { reviewer_name: 'Cleo H.', email: null },
    { reviewer_name: 'Cleo H.', email: null },
  ])
  expect(await customers().find('cleo@example.com')).toMatchObject({ canForget: false, orders: [{ id: orderId }] })
  expect(await customers().forget('cleo@example.com', ana)).toBe(false)
})

test('treats every spelling that reaches one mailbox as one customer, and no other', async () => {
  const spellings = ['j.doe@gmail.com', 'JDoe+oils@GoogleMail.com', 'jd.oe@gmail.com']
  const strangers = ['jdoe@example.com', 'jdoes@gmail.com', 'x+jdoe@gmail.com', '+jdoe@gmail.com']
  for (const email of [...spellings, ...strangers])
    await rows(
      `insert into reviews (rating, title, body, reviewer_name, source, email) values (5, 'Spelled', 'Text', 'J', 'website_form', $1)`,
      [email],
    )
  const { reviews } = await customers().find('jdoe@gmail.com')
  expect(new Set(reviews.map(({ email }) => email))).toEqual(new Set(spellings))
  expect(spellings.map(foldEmail)).toEqual(Array(3).fill('jdoe@gmail.com'))
  expect(strangers.map(foldEmail)).not.toContain('jdoe@gmail.com')
})

test('finds nothing about an unknown address, and forgets nothing', async () => {
  expect(await customers().find('stranger@example.com')).toMatchObject({
    note: { note: '', tags: [] },
    email: 'stranger@example.com',
    subscriber: undefined,
    orders: [],
    reviews: [],
    mails: [],
    canForget: false,
  })
  expect(await customers().forget('stranger@example.com', { ...ana, actor: 'nobody yet' })).toBe(false)
  expect(await rows(`select 1 from audit_log where actor = 'nobody yet'`)).toEqual([])
})

test('logs who forgot a customer, but not which customer', async () => {
  await signup().signUp({ email: 'quiet@example.com', source: 'home' })
  await customers().forget('quiet@example.com', { ...ana, actor: 'bo@bloomera.example' })
  const log = await rows(`select * from audit_log where actor = 'bo@bloomera.example'`)
  expect(log).toMatchObject([{ action: 'person.forget' }])
  expect(JSON.stringify(log)).not.toContain('quiet')
})

test('leaves no address and no working code of a forgotten customer', async () => {
  const code = await signup().signUp({ email: 'Forget.Me@example.com', source: 'home' })
  const [welcome] = await rows(`select id from outbox where recipient = 'Forget.Me@example.com'`)
  expect(await customers().forget('forget.me+x@EXAMPLE.com', ana)).toBe(true)
  expect(await rows('select 1 from discount_codes where code = $1', [code])).toEqual([])
  expect(await rows(`select 1 from subscribers where folded_email = 'forget.me@example.com'`)).toEqual([])
  expect(await rows('select state, recipient, payload from outbox where id = $1', [welcome?.id])).toEqual([
    { state: 'cancelled', recipient: 'forgotten@invalid', payload: {} },
  ])
  expect(await customers().forget('forget.me@example.com', ana)).toBe(false)
})

test('keeps an order and its amounts when its buyer is forgotten, and disables its code', async () => {
  const code = await signup().signUp({
    email: 'buyer@example.com',
    source: 'home',
  })
  const orderId = await addPaidOrder('buyer@example.com', code)
  await customers().forget('buyer@example.com', ana)
  const [order] = await rows('select email, total_cents, discount_cents, discount_code from orders where id = $1', [
    orderId,
  ])
  expect(order).toEqual({ email: 'buyer@example.com', total_cents: 5499, discount_cents: 500, discount_code: code })
  expect(await rows('select folded_email, is_active, used_count from discount_codes where code = $1', [code])).toEqual([
    { folded_email: null, is_active: false, used_count: 1 },
  ])
})

test('still sends pending email about an order to a forgotten buyer; erases what was sent', async () => {
  await rows(`insert into outbox (cause, template, recipient, payload, state) values
    ('w', 'shipped', 'Waiting@example.com', '{"firstName":"Ana"}', 'waiting'),
    ('s', 'order-confirmation', 'Waiting@example.com', '{"firstName":"Ana"}', 'sent'),
    ('d', 'refunded', 'Waiting@example.com', '{"firstName":"Ana"}', 'dead')`)
  await customers().forget('waiting@example.com', ana)
  expect(
    await rows(`select cause, recipient, payload, state from outbox where cause in ('w', 's', 'd') order by cause`),
  ).toEqual([
    { cause: 'd', recipient: 'forgotten@invalid', payload: {}, state: 'cancelled' },
    { cause: 's', recipient: 'forgotten@invalid', payload: {}, state: 'sent' },
    { cause: 'w', recipient: 'Waiting@example.com', payload: { firstName: 'Ana' }, state: 'waiting' },
  ])
})

test('keeps the review of a forgotten reviewer without address and full name', async () => {
  await rows(`insert into reviews (rating, title, body, reviewer_name, source, email)
    values (4, 'Forget', 'Text', 'Dana Whitfield', 'website_form', 'Reviewer@example.com')`)
  await customers().forget('reviewer@example.com', ana)
  expect(await rows(`select rating, email, reviewer_name from reviews where title = 'Forget'`)).toEqual([
    { rating: 4, email: null, reviewer_name: 'Dana W.' },
  ])
})

test('offers to delete a note although nothing else is stored, and deletes it', async () => {
  const email = 'only.noted@example.com'
  const note = { note: '', tags: ['Called in March'] }
  await customers().saveNote(email, note, versionToken({ note: '', tags: [] }), ana)
  expect(await customers().find(email)).toMatchObject({ canForget: true, note })
  expect(await customers().forget(email, ana)).toBe(true)
  expect(await customers().find(email)).toMatchObject({ canForget: false, note: { note: '', tags: [] } })
})
