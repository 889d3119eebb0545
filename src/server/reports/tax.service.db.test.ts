import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { roundCents } from '#domain/money/cents.ts'
import { taxFor, taxRateOf } from '#domain/money/pricing.ts'
import { DEFAULT_RATES } from '#domain/money/rates.ts'
import { toTaxPeriod } from '#domain/money/tax-period.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { UtahReport } from './reports.views.ts'
import { createTaxReportService } from './tax.service.ts'

const database = useTestDatabase()
let taxes: ReturnType<typeof createTaxReportService>

beforeAll(() => {
  taxes = createTaxReportService(database.current, () => new Date('2026-05-10T12:00:00Z'))
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

type Sale = {
  state?: string
  subtotal: number
  discount?: number
  shipping?: number
  paidAt: string
  paidOutside?: string
  cancelledAt?: string
}

let count = 0

async function sell({ state = 'UT', subtotal, discount = 0, shipping = 999, paidAt, ...rest }: Sale) {
  count += 1
  const id = randomUUID()
  const tax = taxFor(subtotal - discount, taxRateOf(state, DEFAULT_RATES.tax))
  const total = subtotal - discount + shipping + tax
  const number = `BLM-${String(22_222_222 + count).replaceAll(/[01]/g, '9')}-${'23456789'.charAt(count % 8).repeat(4)}`
  await rows(
    `insert into orders (id, number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, paid_at,
       paid_outside, cancelled_at)
     values ($1, $2, $3, 'x', 'paid', 'a@example.com', 'a@example.com', 'A', 'B', '1 Main', 'Provo', $4, '84601', $5, $6, $7, $8,
       $9, $10, $11::timestamptz, $12, $13::timestamptz)`,
    [
      id,
      number,
      `key-${id}`,
      state,
      subtotal,
      discount,
      shipping,
      tax,
      tax > 0 ? 715 : 0,
      total,
      paidAt,
      rest.paidOutside ?? null,
      rest.cancelledAt ?? null,
    ],
  )
  const attemptId = randomUUID()
  if (!rest.paidOutside)
    await rows(
      `insert into payment_attempts (id, order_id, attempt_no, state, source_hash, amount_cents, lease_until)
       values ($1, $2, 1, 'succeeded', $4, $3, now())`,
      [attemptId, id, total, `source ${attemptId}`],
    )
  return { attemptId, tax, total }
}

async function refund(attemptId: string, cents: number, at: string, state = 'completed'): Promise<void> {
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, reason, state, created_at)
     values (gen_random_uuid(), $1, $2, 'x', $4, $3::timestamptz)`,
    [attemptId, cents, at, state],
  )
}

async function report(name: string): Promise<UtahReport> {
  const period = toTaxPeriod(name)
  if (!period) throw new Error(name)
  return taxes.utah(period)
}

test('exempts shipping, subtracts discounts, and reports only Utah for Utah', async () => {
  await sell({ subtotal: 5000, paidAt: '2026-01-15T12:00:00Z' })
  await sell({ subtotal: 10_000, discount: 1000, shipping: 0, paidAt: '2026-01-20T12:00:00Z' })
  await sell({ subtotal: 7000, state: 'CO', paidAt: '2026-01-21T12:00:00Z' })
  // Half an hour before February begins in Utah.
  await sell({ subtotal: 2000, paidOutside: 'cash', paidAt: '2026-02-01T06:30:00Z' })
  const { sold, net, orderCount, computedTaxCents } = await report('2026-01')
  expect(orderCount).toBe(3)
  expect(sold).toEqual({
    goodsCents: 17_000,
    discountCents: 1000,
    deliveryCents: 1998,
    grossCents: 17_998,
    taxableCents: 16_000,
    taxCents: taxFor(5000, 715) + taxFor(9000, 715) + taxFor(2000, 715),
  })
  expect(net).toEqual(sold)
  expect(Math.abs(net.taxCents - computedTaxCents)).toBeLessThanOrEqual(2)
})

test('counts a refund in its own month, in proportion to its order, adding up to the whole', async () => {
  const { attemptId, total, tax } = await sell({ subtotal: 3333, discount: 333, paidAt: '2026-03-01T12:00:00Z' })
  await refund(attemptId, 1111, '2026-03-10T12:00:00Z')
  await refund(attemptId, 777, '2026-03-20T12:00:00Z')
  await refund(attemptId, 50, '2026-03-21T12:00:00Z', 'rejected')
  await refund(attemptId, total - 1111 - 777, '2026-04-02T12:00:00Z')
  const [march, april, quarter] = [await report('2026-03'), await report('2026-04'), await report('2026-Q2')]
  expect(march).toMatchObject({ orderCount: 1, refundCount: 2 })
  expect(march.refunded.grossCents + march.refunded.taxCents).toBe(1111 + 777)
  expect(april.orderCount).toBe(0)
  expect(march.refunded.taxCents + april.refunded.taxCents).toBe(tax)
  expect(march.refunded.deliveryCents + april.refunded.deliveryCents).toBe(999)
  expect(march.refunded.taxableCents + april.refunded.taxableCents).toBe(3000)
  expect(march.refunded.goodsCents + april.refunded.goodsCents).toBe(3333)
  expect(quarter.net.taxCents).toBe(-april.refunded.taxCents)
})

/** The parts of a share of the order, as the report computed them before they were stored. */
function shareOf(order: Record<string, number>, cents: number) {
  const total = order.total_cents ?? 1
  const part = (name: string) => roundCents(cents * (order[name] ?? 0), total)
  return { tax: part('tax_cents'), shipping: part('shipping_cents'), discount: part('discount_cents') }
}

test('fills in the parts of earlier refunds as the report computed them', async () => {
  const { attemptId, total } = await sell({ subtotal: 3333, discount: 333, paidAt: '2024-03-01T12:00:00Z' })
  const amounts = [1111, 777, 3, total - 1111 - 777 - 3]
  await rows('alter table refunds disable trigger refunds_split')
  for (const [index, cents] of amounts.entries()) await refund(attemptId, cents, `2024-03-1${index}T12:00:00Z`)
  await refund(attemptId, 50, '2024-03-20T12:00:00Z', 'rejected')
  await rows('alter table refunds enable trigger refunds_split')
  const [fill = ''] = (await readFile('db/migrations/101-refund-splits-filled.sql', 'utf8')).split('\n\n')
  await rows(fill)

  const [order = {}] = (await rows(
    'select o.* from orders o join payment_attempts a on a.order_id = o.id where a.id = $1',
    [attemptId],
  )) as Record<string, number>[]
  let before = 0
  const expected = amounts.map((cents) => {
    const [upTo, until] = [shareOf(order, before + cents), shareOf(order, before)]
    before += cents
    const [tax, shipping] = [upTo.tax - until.tax, upTo.shipping - until.shipping]
    const discount = upTo.discount - until.discount
    return { goods: cents - tax - shipping + discount, discount, shipping, tax }
  })
  expect(
    await rows(
      `select goods_cents as goods, discount_cents as discount, shipping_cents as shipping, tax_cents as tax from refunds
       where attempt_id = $1 and state <> 'rejected' order by created_at`,
      [attemptId],
    ),
  ).toEqual(expected)
  const [rejected] = await rows(`select goods_cents from refunds where attempt_id = $1 and state = 'rejected'`, [
    attemptId,
  ])
  expect(rejected?.goods_cents).not.toBeNull()
})

test('refunds an order without card in the month it is canceled', async () => {
  await sell({
    subtotal: 4000,
    paidOutside: 'check',
    paidAt: '2025-10-05T12:00:00Z',
    cancelledAt: '2025-11-05T12:00:00Z',
  })
  const [october, november, quarter] = [await report('2025-10'), await report('2025-11'), await report('2025-Q4')]
  expect(october.net.taxableCents).toBe(4000)
  expect(november.net.taxableCents).toBe(-4000)
  expect(quarter.net).toEqual({
    goodsCents: 0,
    discountCents: 0,
    deliveryCents: 0,
    grossCents: 0,
    taxableCents: 0,
    taxCents: 0,
  })
})

test('compares states with their limits by whichever of two years is closer, largest first', async () => {
  await sell({ subtotal: 9_000_000, state: 'TX', shipping: 0, paidAt: '2026-04-01T12:00:00Z' })
  await sell({ subtotal: 9_500_000, state: 'CO', shipping: 0, paidAt: '2025-06-01T12:00:00Z' })
  const { year, states } = await taxes.states()
  expect(year).toBe(2026)
  expect(states[0]).toMatchObject({ state: 'TX', percent: 18, thisYear: { orderCount: 1, salesCents: 9_000_000 } })
  expect(states.find(({ state }) => state === 'CO')).toMatchObject({
    percent: 95,
    lastYear: { salesCents: 9_500_000 },
    thisYear: { salesCents: 7999, orderCount: 1 },
  })
  expect(states.find(({ state }) => state === 'UT')).toMatchObject({ rule: { kind: 'home' }, percent: 0 })
})

async function move(
  attemptId: string,
  {
    number,
    from,
    to,
    at,
    parts,
  }: { number: number; from: [string, number]; to: [string, number]; at: string; parts: number[] },
): Promise<void> {
  await rows(
    `with moved as (
       insert into order_tax_moves (id, order_id, number, from_state, from_basis_points, to_state, to_basis_points, moved_at,
         goods_cents, discount_cents, shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
       select gen_random_uuid(), order_id, $2, $3, $4, $5, $6, $7::timestamptz, $8, 0, $9, $10, $11, $12
       from payment_attempts where id = $1 returning order_id)
     update orders o set borne_tax_cents = $11, state_code = $5 from moved where o.id = moved.order_id`,
    [attemptId, number, ...from, ...to, at, ...parts],
  )
}

test('an order that moves leaves a filed month unchanged, and counts for the other state from that day', async () => {
  const month = async (name: string) => {
    const period = toTaxPeriod(name)
    if (!period) throw new Error(name)
    return taxes.utah(period)
  }
  const before = { june: await month('2025-06'), july: await month('2025-07'), august: await month('2025-08') }
  // $100.00 and $7.15 tax in June. In July one of two bottles is refunded, then the rest moves to New York.
  const sold = await sell({ subtotal: 10_000, paidAt: '2025-06-10T12:00:00Z', shipping: 0 })
  const june = await month('2025-06')
  expect(june.net.taxCents - before.june.net.taxCents).toBe(715)
  await refund(sold.attemptId, 5358, '2025-07-01T12:00:00Z')
  await move(sold.attemptId, {
    number: 1,
    from: ['UT', 715],
    to: ['NY', 0],
    at: '2025-07-02T12:00:00Z',
    parts: [5000, 0, 357, 0, 0],
  })
  expect(await month('2025-06')).toEqual(june)
  const july = await month('2025-07')
  expect(july.net.taxCents - before.july.net.taxCents).toBe(-715)
  expect(july.net.goodsCents - before.july.net.goodsCents).toBe(-10_000)
  expect(july.refundCount - before.july.refundCount).toBe(2)
  // Later refunds count for New York.
  await refund(sold.attemptId, 100, '2025-07-03T12:00:00Z')
  expect(await month('2025-07')).toEqual(july)
  // In August it moves back, and the shop pays the tax.
  await move(sold.attemptId, {
    number: 2,
    from: ['NY', 0],
    to: ['UT', 715],
    at: '2025-08-02T12:00:00Z',
    parts: [4900, 0, 0, 0, 350],
  })
  expect([await month('2025-06'), await month('2025-07')]).toEqual([june, july])
  const august = await month('2025-08')
  expect(august.net.goodsCents - before.august.net.goodsCents).toBe(4900)
  expect(august.net.taxCents - before.august.net.taxCents).toBe(0)
  expect(august.computedTaxCents - before.august.computedTaxCents).toBe(350)
  expect(august.waivedCents - before.august.waivedCents).toBe(350)
})

test('the refund of a difference in tax is part of the move, and not counted again', async () => {
  const september = async () => {
    const period = toTaxPeriod('2025-09')
    if (!period) throw new Error('no period')
    return taxes.utah(period)
  }
  const before = await september()
  const sold = await sell({ state: 'CO', subtotal: 10_000, paidAt: '2025-09-01T12:00:00Z', shipping: 0 })
  // $10.25 was charged in Colorado, $7.15 stays for Utah.
  await move(sold.attemptId, {
    number: 1,
    from: ['CO', 1025],
    to: ['UT', 715],
    at: '2025-09-02T12:00:00Z',
    parts: [10_000, 0, 1025, 715, 0],
  })
  await rows(
    `insert into refunds (id, attempt_id, amount_cents, goods_cents, discount_cents, shipping_cents, tax_cents, reason, state,
       corrects_tax, created_at)
     values (gen_random_uuid(), $1, 310, 0, 0, 0, 310, 'x', 'completed', true, '2025-09-02T12:00:00Z')`,
    [sold.attemptId],
  )
  const { net, refundCount } = await september()
  expect([net.goodsCents, net.taxCents]).toEqual([before.net.goodsCents + 10_000, before.net.taxCents + 715])
  expect(refundCount).toBe(before.refundCount)
})
