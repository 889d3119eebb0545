import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { AN_ORDER_CENTS, anOrder } from '#test/an-order.ts'
import { eventually } from '#test/eventually.ts'
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

async function countOf(table: string): Promise<number> {
  const [row] = await shop.rows(`select count(*)::int as n from ${table}`)
  return Number(row?.n)
}

async function orderOf(number: string | null) {
  const [row] = await shop.rows(
    `select o.*, a.state as attempt, a.card_last_4, a.card_brand, a.error_code from orders o join payment_attempts a on a.order_id = o.id where number = $1`,
    [number],
  )
  return row ?? {}
}

async function addCode(columns: string, values: string): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8)}`
  await shop.rows(`insert into discount_codes (code, ${columns}) values ('${code}', ${values})`)
  return code
}

test('charges a card once for exactly the order total and enqueues an email', async () => {
  const { status, body } = await shop.pay({ expectedTotalCents: AN_ORDER_CENTS })
  expect({ status, body }).toMatchObject({ status: 200, body: { success: true, error: null } })
  expect(body.orderNumber).toMatch(/^BLM-/)
  expect(await orderOf(body.orderNumber)).toMatchObject({
    state: 'paid',
    attempt: 'succeeded',
    card_brand: 'VISA',
    card_last_4: '1111',
    subtotal_cents: 5000,
    shipping_cents: 999,
    tax_cents: 358,
    total_cents: AN_ORDER_CENTS,
    phone: '+18015550142',
  })
  const { captures, capturedCents, orders } = await shop.square.ledger()
  expect(captures[String(body.orderNumber)]).toBe(1)
  expect(capturedCents[String(body.orderNumber)]).toBe(AN_ORDER_CENTS)
  // The seller sees the items, not just an amount.
  expect(orders.find(({ reference_id }) => reference_id === body.orderNumber)?.line_items).toMatchObject([
    { name: 'Pure Bloom', quantity: '2', variation_name: '1oz' },
  ])
  const mails = await shop.rows(`select payload from outbox where template = 'order-confirmation'`)
  expect(mails).toMatchObject([{ payload: { orderNumber: body.orderNumber, orderPath: body.orderPath } }])
})

test('shows the picture that an operator gave the product on the order page', async () => {
  const address = `/uploads/${'a'.repeat(20)}`
  await shop.rows(
    `insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
     values ($1, 800, 1000, '{160,240}', 'data:,', 'A bottle in the evening sun')`,
    [address],
  )
  await shop.rows(
    `insert into product_pictures (product_id, position, picture, alt, sizes) values ('silk-root-hair-oil', 1, $1, '', '{}')`,
    [address],
  )
  const { body } = await shop.pay({ items: [{ productId: 'silk-root-hair-oil', quantity: 1 }] })
  const page = await (await shop.app.request(String(body.orderPath))).text()
  expect(page).toContain(`${address}-160.avif 160w`)
  await shop.rows(`delete from product_pictures where product_id = 'silk-root-hair-oil'`)
})

test('creates one order from ten concurrent clicks and gives all the same answer', async () => {
  const [key, sourceId, order] = [randomUUID(), await shop.square.tokenize(), anOrder()]
  const before = await countOf('orders')
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.pay({ ...order, sourceId }, { key })))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { success: true } })
  expect((await countOf('orders')) - before).toBe(1)
  expect((await shop.square.ledger()).captures[String(answers[0]?.body.orderNumber)]).toBe(1)
})

test('refuses another order with the same checkout ID, but not a repeat of the first', async () => {
  const [key, sourceId, order] = [randomUUID(), await shop.square.tokenize(), anOrder()]
  const first = await shop.pay({ ...order, sourceId }, { key })
  const other = await shop.pay(
    { ...order, sourceId, items: [{ productId: 'pure-bloom', quantity: 3, size: '1oz' }] },
    { key },
  )
  expect(other).toMatchObject({ status: 422, body: { problem: 'reused', error: MESSAGES.checkoutReused } })
  expect(await shop.pay({ ...order, sourceId }, { key })).toEqual(first)
})

test('uses the card token if there is no checkout id', async () => {
  const body = { ...anOrder(), sourceId: await shop.square.tokenize() }
  const first = await shop.post('process-square-payment', body)
  expect(first.status).toBe(200)
  expect(await shop.post('process-square-payment', body)).toEqual(first)
})

test('accepts a card token for one order only', async () => {
  const sourceId = await shop.square.tokenize()
  expect((await shop.pay({ sourceId })).status).toBe(200)
  expect(await shop.pay({ sourceId })).toMatchObject({
    status: 402,
    body: { problem: 'card-again', error: MESSAGES.cardAgain },
  })
})

test.each([
  ['a declined card', { number: '4000000000000002' }, MESSAGES.cardDeclined],
  ['no funds', { number: '4000000000009995' }, MESSAGES.cardDeclined],
  ['a wrong CVV', { cvv: '911' }, MESSAGES.cardDeclined],
  ['a wrong ZIP code', { postalCode: '99999' }, MESSAGES.cardDeclined],
  ['a wrong expiry', { expMonth: 1, expYear: 2040 }, MESSAGES.cardDetails],
  ['a token that is too old', { number: '4000000000009136' }, MESSAGES.cardAgain],
])('charges nothing for %s and shows the buyer one of four messages', async (_name, card, error) => {
  const code = await addCode('kind, percent, total_limit', `'percent', 10, 1`)
  const key = randomUUID()
  const answer = await shop.pay({ discountCode: code }, { card, key })
  expect(answer).toMatchObject({ status: 402, body: { success: false, orderNumber: null, error } })
  expect(await shop.statusOf(key)).toMatchObject({ status: 'failed', error })
  const [row] = await shop.rows('select used_count from discount_codes where code = $1', [code])
  expect(row).toEqual({ used_count: 0 })
  expect((await shop.pay({ discountCode: code })).status).toBe(200)
})

test('shows a price increase first, and charges and stores nothing', async () => {
  const before = await countOf('orders')
  const answer = await shop.pay({ expectedTotalCents: AN_ORDER_CENTS - 1 })
  expect(answer).toMatchObject({
    status: 409,
    body: { problem: 'changed', error: MESSAGES.pricesChanged, quote: { totalCents: AN_ORDER_CENTS } },
  })
  expect(await countOf('orders')).toBe(before)
  expect((await shop.pay({ expectedTotalCents: AN_ORDER_CENTS + 1 })).status).toBe(200)
})

test('names an oil that is no longer available', async () => {
  await shop.rows(`update products set is_active = false where id = 'velvet-contour-serum'`)
  const items = [{ productId: 'velvet-contour-serum', quantity: 1, size: '1oz' }]
  expect(await shop.pay({ items })).toMatchObject({
    status: 409,
    body: { problem: 'gone', error: 'Velvet Contour Serum is no longer available.' },
  })
  expect(await shop.quote({ items })).toMatchObject({ status: 409, body: { problem: 'gone' } })
  await shop.rows(`update products set is_active = true where id = 'velvet-contour-serum'`)
})

test.each([
  ['pure-bloom', '1oz', 0, 'Pure Bloom, 1oz, is sold out.'],
  ['pure-bloom', '1oz', 1, 'Only 1 bottle of Pure Bloom, 1oz, is left.'],
  ['silk-root-hair-oil', null, 2, 'Only 2 bottles of Silk Root Hair Oil are left.'],
])('says how many bottles of %s %s are left: %i', async (productId, size, onHand, error) => {
  const shelf = [productId, size ?? 'single']
  await shop.rows(
    `insert into stock_levels (product_id, size, on_hand) values ($1, $2, $3)
     on conflict (product_id, size) do update set on_hand = excluded.on_hand`,
    [...shelf, onHand],
  )
  const items = [
    { productId: 'first-light-serum', quantity: 1, size: '1oz' },
    { productId, size, quantity: onHand },
    { productId, size, quantity: 1 },
  ].filter(({ quantity }) => quantity > 0)
  const gone = { status: 409, body: { problem: 'gone', error } }
  expect(await shop.quote({ items })).toMatchObject(gone)
  expect(await shop.pay({ items })).toMatchObject(gone)
  // All that is left can be bought.
  expect((await shop.quote({ items: items.slice(0, -1) })).status).toBe(200)
  expect((await shop.pay({ items: items.slice(0, -1) })).status).toBe(200)
  await shop.rows('delete from stock_levels where product_id = $1 and size = $2', shelf)
})

test('charges the tax of the state, and records its rate only if there is tax', async () => {
  const { shippingAddress } = anOrder()
  const newYork = { ...shippingAddress, city: 'New York', state: 'NY', zip: '10001' }
  const { body } = await shop.pay({ shippingAddress: newYork })
  expect(await orderOf(body.orderNumber)).toMatchObject({ tax_cents: 0, tax_basis_points: 0, total_cents: 5999 })
  const utah = await shop.pay()
  expect(await orderOf(utah.body.orderNumber)).toMatchObject({ tax_cents: 358, tax_basis_points: 715 })
})

test('tells Square what was bought, in words', async () => {
  const items = [
    { productId: 'pure-bloom', quantity: 2, size: '1oz' },
    { productId: 'silk-root-hair-oil', quantity: 1 },
  ]
  const { body } = await shop.pay({ items })
  const { payments } = await shop.square.ledger()
  const payment = payments.find(({ reference_id }) => reference_id === body.orderNumber)
  expect(payment).toMatchObject({ note: '2 × Pure Bloom 1oz, 1 × Silk Root Hair Oil' })
})

test('quotes without a state, and with an address that is being typed', async () => {
  const { items } = anOrder()
  expect((await shop.quote({ items })).body).toMatchObject({ taxCents: 0, totalCents: 5999, discountError: null })
  const code = await addCode('kind, percent, folded_email', `'percent', 10, 'ana@example.com'`)
  const typed = await shop.quote({ items, state: 'UT', discountCode: code, email: 'ana@' })
  // It may become the address that the code is for.
  expect(typed.body).toMatchObject({ discountCents: 500, discountError: null })
})

test('knows nothing of a checkout that has not begun', async () => {
  expect(await shop.statusOf(randomUUID())).toEqual({ status: 'none', orderNumber: null, orderPath: null, error: null })
})

test('lets a checkout be repeated with another total in sight, and tells what the first came to', async () => {
  const [key, sourceId, order] = [randomUUID(), await shop.square.tokenize(), anOrder()]
  const first = await shop.pay({ ...order, sourceId, expectedTotalCents: AN_ORDER_CENTS }, { key })
  expect(await shop.pay({ ...order, sourceId, expectedTotalCents: 1 }, { key })).toEqual(first)
  expect(await shop.statusOf(key)).toEqual({
    status: 'paid',
    orderNumber: first.body.orderNumber,
    orderPath: first.body.orderPath,
    error: null,
  })
})

test('keeps the result of a charge that cannot be stored at once, and answers when it is', async () => {
  await shop.rows(`create or replace function lose_result() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`)
  await shop.rows(`create trigger lose_result before update of state on payment_attempts
    for each row when (new.state = 'succeeded') execute function lose_result()`)
  const key = randomUUID()
  const paying = shop.pay({}, { key })
  const captured = async () => {
    const [order] = await shop.rows('select number from orders where checkout_key = $1', [key])
    return (await shop.square.ledger()).captures[String(order?.number)] === 1
  }
  await eventually(captured)
  await shop.rows('drop trigger lose_result on payment_attempts')
  expect(await paying).toMatchObject({ status: 200, body: { success: true } })
  expect(await shop.statusOf(key)).toMatchObject({ status: 'paid' })
})

test('says that nothing was charged if the order could not be stored, and charges the same checkout later', async () => {
  await shop.rows(`create or replace function lose_order() returns trigger language plpgsql as
    $$ begin raise exception 'not now'; end $$`)
  await shop.rows('create trigger lose_order before insert on order_lines for each row execute function lose_order()')
  const [key, sourceId, order] = [randomUUID(), await shop.square.tokenize(), anOrder()]
  const before = [await countOf('orders'), (await shop.square.ledger()).payments.length, await countOf('payment_tries')]
  const { status, body } = await shop.pay({ ...order, sourceId }, { key })
  expect({ status, body }).toEqual({
    status: 503,
    body: { success: false, orderNumber: null, error: MESSAGES.paymentFailed },
  })
  const after = [await countOf('orders'), (await shop.square.ledger()).payments.length, await countOf('payment_tries')]
  expect(after).toEqual(before)
  await shop.rows('drop trigger lose_order on order_lines')
  expect((await shop.pay({ ...order, sourceId }, { key })).status).toBe(200)
})

test('charges nothing for a checkout whose try is gone', async () => {
  await shop.rows(`create or replace function lose_try() returns trigger language plpgsql as
    $$ begin delete from payment_tries where checkout_key = new.checkout_key; return new; end $$`)
  await shop.rows('create trigger lose_try before insert on orders for each row execute function lose_try()')
  const before = [await countOf('orders'), (await shop.square.ledger()).payments.length]
  expect(await shop.pay({}, { asProgram: true })).toEqual({
    status: 429,
    body: { success: false, orderNumber: null, error: MESSAGES.tooManyRequests, problem: 'throttled' },
  })
  expect([await countOf('orders'), (await shop.square.ledger()).payments.length]).toEqual(before)
  await shop.rows('drop trigger lose_try on orders')
})

test('sells the last three bottles to three of ten concurrent buyers', async () => {
  await shop.rows(`insert into stock_levels (product_id, size, on_hand) values ('first-light-serum', '1oz', 3)
    on conflict (product_id, size) do update set on_hand = 3`)
  const items = [{ productId: 'first-light-serum', quantity: 1, size: '1oz' }]
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.pay({ items })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ body }) => body.problem === 'gone')).toHaveLength(7)
  const [shelf] = await shop.rows(
    `select on_hand from stock_levels where product_id = 'first-light-serum' and size = '1oz'`,
  )
  expect(shelf).toEqual({ on_hand: 0 })
  await shop.rows(`update stock_levels set on_hand = 1 where product_id = 'first-light-serum' and size = '1oz'`)
  expect((await shop.pay({ items }, { card: { number: '4000000000000002' } })).status).toBe(402)
  expect((await shop.pay({ items })).status).toBe(200)
})

test('gives a single-use code to one of ten concurrent buyers and shows the others the price without it', async () => {
  const code = await addCode('kind, percent, total_limit', `'percent', 20, 1`)
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.pay({ discountCode: code })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(409)
    const quote = { totalCents: AN_ORDER_CENTS }
    expect(body).toMatchObject({ problem: 'code', error: MESSAGES.codeRefused, field: 'discountCode', quote })
  }
  // Paid, so no longer reserved: closing unpaid orders doesn't restock it.
  expect(await shop.rows('select state from discount_redemptions where code = $1', [code])).toEqual([
    { state: 'consumed' },
  ])
})

test('quotes the discount to the customer it is meant for and tells others that it does not apply', async () => {
  const code = await addCode('kind, percent, folded_email', `'percent', 10, 'ana@example.com'`)
  const { items } = anOrder()
  const body = { items, state: 'UT', discountCode: code }
  expect((await shop.quote({ ...body, email: 'Ana+x@example.com' })).body).toMatchObject({
    discountCents: 500,
    taxCents: 322,
    totalCents: 5821,
    discountError: null,
  })
  expect((await shop.quote({ ...body, email: 'eve@example.com' })).body).toMatchObject({
    discountCents: 0,
    totalCents: AN_ORDER_CENTS,
    discountError: MESSAGES.discountInvalid,
  })
})

test('refuses an order that costs nothing or too much', async () => {
  const code = await addCode('kind, percent', `'percent', 100`)
  const items = [{ productId: 'forever-skin-serum', quantity: 1, size: '2oz' }]
  expect(await shop.pay({ items, discountCode: code })).toMatchObject({
    status: 422,
    body: { error: MESSAGES.orderFree },
  })
  expect(await shop.pay({ items: [{ ...items[0], quantity: 99 }] })).toMatchObject({
    status: 422,
    body: { error: MESSAGES.orderTooLarge },
  })
})

test('recovers from a lost response by retrying', async () => {
  await shop.square.setFault('reset-after', { path: '/v2/payments', method: 'POST' })
  const { status, body } = await shop.pay()
  expect(status).toBe(200)
  expect((await shop.square.ledger()).captures[String(body.orderNumber)]).toBe(1)
})

test('hides the card form and alerts the owner if the provider refuses our keys', async () => {
  await shop.square.setFault('401', { path: '/v2/payments' })
  expect(await shop.pay()).toMatchObject({ status: 503, body: { error: MESSAGES.paymentUnavailable } })
  expect(await shop.rows(`select kind from alerts where kind = 'payment-refused'`)).toHaveLength(1)
})

const line = { productId: 'pure-bloom', quantity: 1, size: '1oz' }
const address = anOrder().shippingAddress

test.each<[string, object | string, number]>([
  ['no items', { items: [] }, 422],
  ['items that are none', { items: 'all' }, 422],
  ['a negative quantity beside another', { items: [line, { ...line, size: '2oz', quantity: -1 }] }, 422],
  ['quantity 0', { items: [{ ...line, quantity: 0 }] }, 422],
  ['quantity 1.5', { items: [{ ...line, quantity: 1.5 }] }, 422],
  ['quantity "2"', { items: [{ ...line, quantity: '2' }] }, 422],
  ['quantity 1e21', { items: [{ ...line, quantity: 1e21 }] }, 422],
  [
    'more than 99 over two lines',
    {
      items: [
        { ...line, quantity: 60 },
        { ...line, quantity: 60 },
      ],
    },
    422,
  ],
  ['51 lines', { items: Array.from({ length: 51 }, () => line) }, 422],
  ['an unknown product', { items: [{ ...line, productId: 'snake-oil' }] }, 409],
  ['a size that is not made', { items: [{ ...line, size: '3oz' }] }, 422],
  ['a size that is not offered', { items: [{ ...line, size: '4oz' }] }, 422],
  ['no size', { items: [{ ...line, size: null }] }, 422],
  ['a price sent along', { items: [{ ...line, price: 1 }] }, 400],
  ['a total sent along', { total: 1 }, 400],
  ['another country', { shippingAddress: { ...address, country: 'CA' } }, 422],
  ['a ZIP code of another state', { shippingAddress: { ...address, zip: '90001' } }, 422],
  ['a card number instead of a token', { sourceId: '4111 1111 1111 1111' }, 400],
  ['a card number in the address', { shippingAddress: { ...address, line2: '4111-1111-1111-1111' } }, 400],
  ['an empty token', { sourceId: '' }, 400],
  ['a token of 2 KB', { sourceId: 'x'.repeat(2048) }, 400],
  ['a wrong type', { customerInfo: 7 }, 400],
  ['__proto__', '{"__proto__": {"items": []}}', 400],
  ['broken JSON', '{"items": [', 400],
  ['a body of 40 KB', { note: 'x'.repeat(40_000) }, 413],
])('refuses %s and stores and charges nothing', async (_name, change, expected) => {
  const [orders, charges] = [await countOf('orders'), (await shop.square.ledger()).payments.length]
  const body = typeof change === 'string' ? change : { ...anOrder(), sourceId: 'cnon:card-nonce-ok', ...change }
  const answer = await shop.post<{ success: boolean; error: string }>('process-square-payment', body)
  expect(answer.status).toBe(expected)
  expect(answer.body).toMatchObject({ success: false, orderNumber: null, error: expect.stringMatching(/^[A-Z].+/) })
  expect(JSON.stringify(answer.body)).not.toMatch(/4111|ZodError|sql/i)
  expect(await countOf('orders')).toBe(orders)
  expect((await shop.square.ledger()).payments).toHaveLength(charges)
})

test('refuses a malformed checkout id', async () => {
  expect((await shop.pay({}, { key: 'x y' })).status).toBe(400)
  expect((await shop.pay({}, { key: 'x'.repeat(65) })).status).toBe(400)
})

// Two processes can share PostgreSQL, where only an expired lease shows that its holder is gone.
test.skipIf(isPostgres)('takes over what a previous process left behind, whatever its lease', async () => {
  const successor = await openPayingShop(database.current)
  const { body } = await successor.pay()
  await shop.rows(`update orders set state = 'pending_payment', paid_at = null where number = $1`, [body.orderNumber])
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, resolved_at = null,
       created_at = now() - interval '1 minute', lease_until = now() + interval '1 hour'
     where order_id = (select id from orders where number = $1)`,
    [body.orderNumber],
  )
  await successor.services.reconciler.start()
  await eventually(async () => (await orderOf(body.orderNumber)).state === 'paid')
  await successor.end()
})
