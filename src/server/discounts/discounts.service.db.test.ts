import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orderNumberFrom } from '#domain/orders/order-number.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { consumeDiscount, createDiscountService, releaseDiscount, reserveDiscount } from './discounts.service.ts'

const database = useTestDatabase()
const now = new Date('2026-11-15T12:00:00Z')

async function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

/** A new code for every test; keys are column names. */
async function addCode(columns: Record<string, string | number | boolean | null> = {}): Promise<string> {
  const code = `TEST-${randomUUID()}`.slice(0, 40)
  const values = { code, kind: 'percent', percent: 10, ...columns }
  const names = Object.keys(values)
  await rows(
    `insert into discount_codes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  )
  return code
}

async function addOrder(foldedEmail: string): Promise<string> {
  const [order] = await rows(
    `insert into orders (number, checkout_key, request_hash, email, folded_email, first_name, last_name, line1, city, state_code, zip,
       subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
     values ($1, $2, 'x', $3, $3, 'Ana', 'Pires', '1 Main St', 'Provo', 'UT', '84601', 5000, 0, 999, 0, 0, 5999) returning id`,
    [orderNumberFrom(randomBytes(64)), randomUUID(), foldedEmail],
  )
  return String(order?.id)
}

function reserve(code: string, orderId: string, foldedEmail: string, subtotalCents = 5000) {
  return database.current.orm.transaction((tx) =>
    reserveDiscount(tx, { code, orderId, foldedEmail, subtotalCents, now }),
  )
}

/** Returns the state of the use afterward. */
async function consume(orderId: string): Promise<unknown> {
  await database.current.orm.transaction((tx) => consumeDiscount(tx, orderId, now))
  const [row] = await rows('select state from discount_redemptions where order_id = $1', [orderId])
  return row?.state
}

const release = (orderId: string) => database.current.orm.transaction((tx) => releaseDiscount(tx, orderId, now))

async function usedCount(code: string): Promise<unknown> {
  const [row] = await rows('select used_count from discount_codes where code = $1', [code])
  return row?.used_count
}

/** Invariant I6: the code's counter equals its number of live redemptions. */
async function expectCountsToAgree(code: string): Promise<void> {
  const [row] = await rows(
    `select c.used_count, count(r.order_id) filter (where r.state <> 'released')::int as live, c.total_limit
     from discount_codes c left join discount_redemptions r using (code) where code = $1 group by c.code`,
    [code],
  )
  expect(row?.used_count).toBe(row?.live)
}

test('lets exactly one of fifty connections win a single-use code', async () => {
  const code = await addCode({ total_limit: 1 })
  const people = Array.from({ length: 50 }, (_, index) => `racer${index}@example.com`)
  const orders = await Promise.all(people.map(addOrder))
  // On PostgreSQL with ten connections each, so all fifty transactions are open at once.
  const connections = await Promise.all(Array.from({ length: 5 }, () => database.openAnother()))
  const results = await Promise.all(
    orders.map((orderId, index) =>
      (connections[index % 5] ?? database.current).orm.transaction((tx) =>
        reserveDiscount(tx, { code, orderId, foldedEmail: people[index] ?? '', subtotalCents: 5000, now }),
      ),
    ),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  expect(results.filter((result) => !result.ok && result.reason === 'used-up')).toHaveLength(49)
  expect(await usedCount(code)).toBe(1)
  await expectCountsToAgree(code)
  for (const connection of connections) if (connection !== database.current) await connection.close()
})

test('gives a first-order discount once to a customer with twenty concurrent orders', async () => {
  const codes = [await addCode({ first_order_only: true }), await addCode({ first_order_only: true })]
  const orders = await Promise.all(Array.from({ length: 20 }, () => addOrder('twenty@example.com')))
  const results = await Promise.all(
    orders.map((orderId, index) => reserve(codes[index % 2] ?? '', orderId, 'twenty@example.com')),
  )
  expect(results.filter((result) => result.ok)).toHaveLength(1)
  for (const code of codes) await expectCountsToAgree(code)
})

test('reserves a use and consumes it on payment', async () => {
  const code = await addCode({ total_limit: 1 })
  const [first, second] = [await addOrder('a1@example.com'), await addOrder('a2@example.com')]
  expect(await reserve(code, first, 'a1@example.com')).toMatchObject({ ok: true, discountCents: 500 })
  expect(await reserve(code, second, 'a2@example.com')).toEqual({ ok: false, reason: 'used-up' })
  expect(await consume(first)).toBe('consumed')
  expect(await consume(first)).toBe('consumed')
  expect(await reserve(code, second, 'a2@example.com')).toEqual({ ok: false, reason: 'used-up' })
  await expectCountsToAgree(code)
})

test('releases the use of a declined or abandoned order, once', async () => {
  const code = await addCode({ total_limit: 1 })
  const [first, second] = [await addOrder('b1@example.com'), await addOrder('b2@example.com')]
  await reserve(code, first, 'b1@example.com')
  await release(first)
  await release(first)
  expect(await usedCount(code)).toBe(0)
  expect(await reserve(code, second, 'b2@example.com')).toMatchObject({ ok: true })
  expect(await consume(first)).toBe('released')
  await expectCountsToAgree(code)
})

test('lets the same order try again, and reuses a released use for another card', async () => {
  const code = await addCode({ total_limit: 1, person_limit: 1, first_order_only: true })
  const order = await addOrder('c1@example.com')
  expect(await reserve(code, order, 'c1@example.com')).toMatchObject({ ok: true })
  expect(await reserve(code, order, 'c1@example.com')).toMatchObject({ ok: true })
  expect(await usedCount(code)).toBe(1)
  await release(order)
  expect(await reserve(code, order, 'c1@example.com')).toMatchObject({ ok: true })
  await expectCountsToAgree(code)
})

test('releases the first code when an order changes its code', async () => {
  const [one, other] = [await addCode({ total_limit: 1 }), await addCode({ total_limit: 1 })]
  const order = await addOrder('d1@example.com')
  await reserve(one, order, 'd1@example.com')
  expect(await reserve(other, order, 'd1@example.com')).toMatchObject({ ok: true })
  expect([await usedCount(one), await usedCount(other)]).toEqual([0, 1])
})

test('releases even a consumed use when an order is canceled', async () => {
  const code = await addCode({ total_limit: 1, first_order_only: true })
  const order = await addOrder('e1@example.com')
  await reserve(code, order, 'e1@example.com')
  await consume(order)
  await rows(`update orders set state = 'cancelled', paid_at = now() where id = $1`, [order])
  await release(order)
  expect(await reserve(code, await addOrder('e1@example.com'), 'e1@example.com')).toMatchObject({ ok: true })
})

test('accepts a code bound to an address for that customer only', async () => {
  const code = await addCode({ folded_email: 'f1@example.com' })
  const order = await addOrder('f2@example.com')
  expect(await reserve(code, order, 'f2@example.com')).toEqual({ ok: false, reason: 'other-person' })
  expect(await reserve(code, order, 'f1@example.com')).toMatchObject({ ok: true })
})

test('refuses a first-order code to a customer who has paid before', async () => {
  const code = await addCode({ first_order_only: true })
  const paid = await addOrder('g1@example.com')
  await rows(`update orders set state = 'paid', paid_at = now() where id = $1`, [paid])
  expect(await reserve(code, await addOrder('g1@example.com'), 'g1@example.com')).toEqual({
    ok: false,
    reason: 'not-first-order',
  })
})

test('leaves no trace of a refused reservation or a rolled-back order', async () => {
  const code = await addCode({ minimum_subtotal_cents: 6000 })
  const order = await addOrder('h1@example.com')
  expect(await reserve(code, order, 'h1@example.com')).toEqual({ ok: false, reason: 'below-minimum' })
  const open = await addCode()
  await expect(
    database.current.orm.transaction(async (tx) => {
      await reserveDiscount(tx, { code: open, orderId: order, foldedEmail: 'h1@example.com', subtotalCents: 5000, now })
      throw new Error('the order failed')
    }),
  ).rejects.toThrow('the order failed')
  expect([await usedCount(code), await usedCount(open)]).toEqual([0, 0])
})

test('releases a use if the order asks again and no longer qualifies', async () => {
  const code = await addCode({ minimum_subtotal_cents: 4000, total_limit: 1 })
  const order = await addOrder('i1@example.com')
  expect(await reserve(code, order, 'i1@example.com')).toMatchObject({ ok: true })
  expect(await reserve(code, order, 'i1@example.com', 3999)).toEqual({ ok: false, reason: 'below-minimum' })
  expect(await usedCount(code)).toBe(0)
  expect(await reserve(code, order, 'i1@example.com', 4000)).toMatchObject({ ok: true, discountCents: 400 })
})

test('takes off nothing more from an order that is paid, and nothing for a code that cannot exist', async () => {
  const [code, other] = [await addCode(), await addCode()]
  const order = await addOrder('j1@example.com')
  await reserve(code, order, 'j1@example.com')
  await consume(order)
  for (const next of [code, other])
    expect(await reserve(next, order, 'j1@example.com')).toEqual({ ok: false, reason: 'used-up' })
  expect([await usedCount(code), await usedCount(other)]).toEqual([1, 0])
  const next = await addOrder('j1@example.com')
  for (const impossible of ['x\0y', '\ud800', 'А'.repeat(10), 'a'.repeat(41), 'NO-SUCH-CODE'])
    expect(await reserve(impossible, next, 'j1@example.com')).toEqual({ ok: false, reason: 'unknown' })
})

test('releases the code before even if an order asks for one that does not exist', async () => {
  const code = await addCode({ total_limit: 1 })
  const order = await addOrder('k1@example.com')
  await reserve(code, order, 'k1@example.com')
  expect(await reserve('NO-SUCH-CODE', order, 'k1@example.com')).toEqual({ ok: false, reason: 'unknown' })
  expect(await usedCount(code)).toBe(0)
  await expectCountsToAgree(code)
})

test('previews what a customer gets, and what the order has to come to', async () => {
  const discounts = createDiscountService(database.current, () => now)
  const code = await addCode({ minimum_subtotal_cents: 4000, person_limit: 1 })
  expect(await discounts.preview(code, 3999)).toEqual({
    ok: false,
    reason: 'below-minimum',
    minimumSubtotalCents: 4000,
  })
  expect(await discounts.preview(code, 4000)).toMatchObject({
    ok: true,
    discountCents: 400,
    minimumSubtotalCents: 4000,
  })
  await reserve(code, await addOrder('l1@example.com'), 'l1@example.com')
  expect(await discounts.preview(code, 4000, 'l1@example.com')).toMatchObject({ ok: false, reason: 'person-limit' })
  expect(await discounts.preview(code, 4000, 'l2@example.com')).toMatchObject({ ok: true })
  expect(await discounts.preview('NO-SUCH-CODE', 4000)).toEqual({
    ok: false,
    reason: 'unknown',
    minimumSubtotalCents: 0,
  })
})

test('previews a discount without counting a use', async () => {
  const discounts = createDiscountService(database.current, () => now)
  const percent = await addCode()
  const amount = await addCode({ kind: 'amount', percent: null, amount_cents: 700 })
  expect(await discounts.preview(percent, 5800)).toMatchObject({ ok: true, discountCents: 580 })
  expect(await discounts.preview(amount, 500)).toMatchObject({ ok: true, discountCents: 500 })
  expect(await usedCount(percent)).toBe(0)
})

test('refuses a preview in the wrong case or of an impossible code', async () => {
  const discounts = createDiscountService(database.current, () => now)
  const code = await addCode()
  for (const typed of [
    code.toLowerCase(),
    `${code} `,
    'x\0y',
    '\ud800',
    'А'.repeat(10),
    'a'.repeat(900),
    `' or 1=1 --`,
  ])
    expect(await discounts.preview(typed, 5800), JSON.stringify(typed)).toMatchObject({ ok: false, reason: 'unknown' })
})
