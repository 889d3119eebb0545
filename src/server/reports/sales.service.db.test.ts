import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createSalesReportService } from './sales.service.ts'

const database = useTestDatabase()
/** Early Sunday in UTC, still Saturday evening at the shop. */
const NOW = new Date('2026-11-15T02:00:00Z')
const report = (period: 'day' | 'week' | 'month') =>
  createSalesReportService(database.current, () => NOW).report(period)

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

let orderCount = 0

async function order(paidAt: string | null, { cents = 5000, code = false, quantity = 1 } = {}): Promise<void> {
  orderCount += 1
  const digits = String(orderCount).padStart(4, '0').replaceAll('0', 'A').replaceAll('1', 'B')
  const [row] = await rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents, discount_code, paid_at)
     values ($1, $2, 'hash', 'shipped', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St', 'Provo', 'UT', '84601',
       $3, 0, 0, 0, 0, $3, $4, $5) returning id`,
    [`BLM-22222222-${digits}`, `checkout-${orderCount}`, cents, code ? 'BLOOM-TEST' : null, paidAt],
  )
  await rows(
    `insert into order_lines (order_id, position, product_id, name, price_cents, quantity) values ($1, 1, 'pure-bloom', 'Pure Bloom', 2500, $2)`,
    [row?.id, quantity],
  )
}

beforeEach(async () => {
  await rows('delete from orders')
  await rows('delete from sales_days')
  await rows('delete from product_days')
  await rows(
    `insert into discount_codes (code, kind, percent) values ('BLOOM-TEST', 'percent', 10) on conflict do nothing`,
  )
})

test('reports zeros for a shop without sales', async () => {
  const { points, bestSellers } = await report('day')
  expect(points).toHaveLength(30)
  expect(points.at(-1)).toMatchObject({ start: '2026-11-14', orderCount: 0, salesCents: 0, averageCents: 0 })
  expect(bestSellers).toEqual([])
})

test("counts days in the shop's time zone, and only paid orders", async () => {
  await order('2026-11-15T01:30:00Z')
  await order('2026-11-14T06:59:59Z', { cents: 3000 })
  await order('2026-11-14T07:00:00Z', { cents: 4000, code: true })
  await order(null)
  const { points } = await report('day')
  expect(points.at(-1)).toMatchObject({
    start: '2026-11-14',
    orderCount: 2,
    salesCents: 9000,
    averageCents: 4500,
    codeOrderCount: 1,
  })
  expect(points.at(-2)).toMatchObject({ start: '2026-11-13', orderCount: 1, salesCents: 3000 })
})

test('adds up past days once; day, week and month agree', async () => {
  await order('2026-10-20T18:00:00Z', { cents: 7000, quantity: 3 })
  await order('2026-11-05T18:00:00Z')
  await order('2026-11-13T18:00:00Z', { quantity: 2 })
  const byDay = await report('day')
  const totals = (points: typeof byDay.points) => points.reduce((sum, { salesCents }) => sum + salesCents, 0)
  expect(totals(byDay.points)).toBe(17_000)
  expect(totals((await report('week')).points)).toBe(17_000)
  expect(totals((await report('month')).points)).toBe(17_000)
  expect(byDay.bestSellers).toEqual([
    { productId: 'pure-bloom', name: 'Pure Bloom', bottleCount: 6, salesCents: 15_000 },
  ])
  const settled = await rows(
    'select min(day)::text as first, max(day)::text as last, count(*)::integer as days from sales_days',
  )
  expect(settled).toEqual([{ first: '2026-10-20', last: '2026-11-10', days: 22 }])
  expect(await rows('select day::text, bottle_count from product_days order by day')).toEqual([
    { day: '2026-10-20', bottle_count: 3 },
    { day: '2026-11-05', bottle_count: 1 },
  ])
})

test('adds up once when several desks open at the same time', async () => {
  await order('2026-09-01T18:00:00Z')
  const reports = await Promise.all(Array.from({ length: 5 }, () => report('month')))
  for (const { points } of reports) expect(points.reduce((sum, point) => sum + point.orderCount, 0)).toBe(1)
  expect(await rows('select count(*)::integer as days from sales_days where order_count > 0')).toEqual([{ days: 1 }])
})

test('averages the ratings of published reviews over time', async () => {
  const { points } = await report('month')
  const [counted] = await rows(
    `select count(*)::integer as count from reviews where is_published and review_date >= '2025-12-01T07:00:00Z' and review_date < '2026-11-15T07:00:00Z'`,
  )
  expect(points.reduce((sum, { reviewCount }) => sum + reviewCount, 0)).toBe(counted?.count)
  expect(points.every(({ reviewCount, averageRating }) => (reviewCount === 0) === (averageRating === undefined))).toBe(
    true,
  )
  expect(points.every(({ averageRating = 1 }) => averageRating >= 1 && averageRating <= 5)).toBe(true)
})

test('sets today beside the same weekday of the last week, up to the same time of day, after refunds', async () => {
  // Now is Saturday, 7 PM at the shop.
  await order('2026-11-14T07:00:00Z', { cents: 1000 })
  await order('2026-11-15T01:59:00Z', { cents: 2000 })
  await rows(`update orders set refunded_cents = 500 where total_cents = 2000`)
  await order('2026-11-08T01:59:00Z', { cents: 4000 })
  await order('2026-11-08T02:01:00Z', { cents: 8000 })
  // The days around them.
  await order('2026-11-14T06:59:00Z', { cents: 90_000 })
  await order('2026-11-08T07:00:00Z', { cents: 90_000 })
  await order(null, { cents: 90_000 })
  const sales = await createSalesReportService(database.current, () => NOW).today()
  expect(sales).toMatchObject({
    hour: 19,
    weekday: 'Saturday',
    today: { orderCount: 2, salesCents: 2500, byNowCents: 2500 },
    lastWeek: { orderCount: 2, salesCents: 12_000, byNowCents: 4000 },
  })
  expect([0, 17, 18, 23].map((hour) => sales.today.runningCents[hour])).toEqual([1000, 1000, 2500, 2500])
  expect([17, 18, 19].map((hour) => sales.lastWeek.runningCents[hour])).toEqual([0, 4000, 12_000])
})

test('compares with the same time of day across a change of the clocks', async () => {
  // Clocks went back on November 1, 2026: 10 AM is 16:00Z the week before and 17:00Z after.
  const now = new Date('2026-11-01T17:00:00Z')
  await order('2026-10-25T15:59:00Z', { cents: 100 })
  await order('2026-10-25T16:01:00Z', { cents: 300 })
  const { lastWeek } = await createSalesReportService(database.current, () => now).today()
  expect(lastWeek).toMatchObject({ salesCents: 400, byNowCents: 100 })
})
