import { expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { type AskedRange, toReportRange } from '#domain/time/report-range.ts'
import { ago, useSales } from '#test/sold-orders.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createSalesReportService } from './sales.service.ts'

const database = useTestDatabase()
const { order, refund, rows } = useSales(database)
/** Early Sunday in UTC, still Saturday evening at the shop. */
const NOW = new Date('2026-11-15T02:00:00Z')
const NONE = { days: '', from: '', to: '' }

function report(asked: Partial<AskedRange> = {}, now = NOW) {
  const { range } = toReportRange({ ...NONE, ...asked }, shopDay(now))
  return createSalesReportService(database.current, () => now).report(range)
}

test('reports zeros for a shop without sales', async () => {
  const { points, before, bestSellers } = await report()
  expect(points).toHaveLength(30)
  expect(points.at(-1)).toMatchObject({ from: '2026-11-14', orderCount: 0, netCents: 0, averageCents: undefined })
  expect(before).toMatchObject({ orderCount: 0, netCents: 0 })
  expect(bestSellers).toEqual([])
})

test("counts days in the shop's time zone, and only paid orders", async () => {
  await order('2026-11-15T01:30:00Z')
  await order('2026-11-14T06:59:59Z', { cents: 3000 })
  await order('2026-11-14T07:00:00Z', { cents: 4000, code: true })
  await order(null)
  const { points } = await report()
  expect(points.at(-1)).toMatchObject({
    from: '2026-11-14',
    orderCount: 2,
    salesCents: 9000,
    averageCents: 4500,
    codeOrderCount: 1,
  })
  expect(points.at(-2)).toMatchObject({ from: '2026-11-13', orderCount: 1, salesCents: 3000 })
})

test('adds up past days once, and only those that are requested', async () => {
  await order('2026-10-01T18:00:00Z', { cents: 1000 })
  await order('2026-10-20T18:00:00Z', { cents: 7000, quantity: 3 })
  await order('2026-11-05T18:00:00Z')
  await order('2026-11-13T18:00:00Z', { quantity: 2 })
  await order('2026-11-14T18:00:00Z', { cents: 400 })
  const { total, before, bestSellers } = await report()
  expect(total).toMatchObject({ netCents: 17_400, orderCount: 4 })
  expect(before).toMatchObject({ netCents: 1000, orderCount: 1 })
  expect(bestSellers).toEqual([{ productId: 'pure-bloom', name: 'Pure Bloom', bottleCount: 7, salesCents: 17_500 }])
  const settled = await rows(
    'select min(day)::text as first, max(day)::text as last, count(*)::integer as days from sales_days',
  )
  // From the first sale to yesterday.
  expect(settled).toEqual([{ first: '2026-10-01', last: '2026-11-13', days: 44 }])
  expect((await report({ from: '2026-09-01', to: '2026-11-14' })).total.netCents).toBe(18_400)
  expect((await report({ from: '2025-11-15', to: '2026-11-14' })).total.netCents).toBe(18_400)
})

test('a day stays open for some hours after it ends', async () => {
  await order('2026-11-13T18:00:00Z')
  // Five in the morning at the shop, and seven.
  await report({}, new Date('2026-11-14T12:00:00Z'))
  expect(await rows('select day from sales_days')).toEqual([])
  await report({}, new Date('2026-11-14T14:00:00Z'))
  expect(await rows('select day::text from sales_days')).toEqual([{ day: '2026-11-13' }])
})

test('a refund counts on the day it is made, and does not change the day of the sale', async () => {
  const id = await order('2026-11-02T18:00:00Z', { cents: 8000 })
  await refund(id, 3000, '2026-11-10T06:59:00Z')
  await refund(id, 1000, '2026-11-10T07:00:00Z', 'pending')
  await refund(id, 9999, '2026-11-10T12:00:00Z', 'rejected')
  await refund(await order(null), 7777, '2026-11-10T12:00:00Z')
  const outside = await order('2026-11-03T18:00:00Z', { cents: 600, paidOutside: 'cash' })
  await rows(`update orders set cancelled_at = '2026-11-11T18:00:00Z' where id = $1`, [outside])
  const { points, total } = await report()
  const net = (day: string) => points.find(({ from }) => from === day)?.netCents
  expect(['02', '03', '09', '10', '11'].map((day) => net(`2026-11-${day}`))).toEqual([8000, 600, -3000, -1000, -600])
  expect(total).toMatchObject({ salesCents: 8600, refundCents: 4600, netCents: 4000, averageCents: 4300 })
  // The second time from stored sums.
  expect((await report()).total).toEqual(total)
})

test('compares with the same number of days before, each with its counterpart', async () => {
  await order('2026-11-07T18:00:00Z', { cents: 100 })
  await order('2026-11-08T18:00:00Z', { cents: 300 })
  await order('2026-11-14T18:00:00Z', { cents: 500 })
  await order('2026-10-31T18:00:00Z', { cents: 9000 })
  const { points, total, before } = await report({ days: '7' })
  expect(points).toHaveLength(7)
  expect(total.netCents).toBe(800)
  expect(before?.netCents).toBe(100)
  expect(points[6]).toMatchObject({ from: '2026-11-14', netCents: 500, before: { from: '2026-11-07', netCents: 100 } })
})

test('a change to a day that was added up is in the next report', async () => {
  const now = new Date()
  const id = await order(ago(9), { cents: 5000 })
  const pending = await refund(id, 2000, ago(8), 'pending')
  const unpaid = await order(null, { cents: 700 })
  const net = async () => (await report({}, now)).total.netCents
  expect(await net()).toBe(3000)
  await rows(`update refunds set state = 'rejected' where id = $1`, [pending])
  expect(await net()).toBe(5000)
  await rows(`update orders set paid_at = $2 where id = $1`, [unpaid, ago(7)])
  expect(await net()).toBe(5700)
  await rows(`update orders set total_cents = 4000, subtotal_cents = 4000 where id = $1`, [id])
  expect(await net()).toBe(4700)
  const stored = await rows('select sum(sales_cents - refund_cents)::integer as net from sales_days')
  expect(stored).toEqual([{ net: 4700 }])
})

test('adds up a day again that the previous version added up without refunds', async () => {
  const id = await order('2026-11-02T18:00:00Z', { cents: 8000 })
  await refund(id, 3000, '2026-11-02T19:00:00Z')
  await rows(
    `insert into sales_days (day, order_count, sales_cents, code_order_count, code_count) values ('2026-11-02', 1, 8000, 0, 0)`,
  )
  expect((await report()).total.netCents).toBe(5000)
  expect(await rows(`select refund_cents::integer as cents from sales_days where day = '2026-11-02'`)).toEqual([
    { cents: 3000 },
  ])
})

test('all desks that open at the same time see the same totals', async () => {
  await order('2026-09-01T18:00:00Z')
  const asked = { from: '2026-01-01', to: '2026-11-14' }
  const reports = await Promise.all(Array.from({ length: 5 }, () => report(asked)))
  for (const { total } of reports) expect(total.orderCount).toBe(1)
  expect((await report(asked)).total.orderCount).toBe(1)
  expect(await rows('select count(*)::integer as days from sales_days where order_count > 0')).toEqual([{ days: 1 }])
})

test('averages the ratings of published reviews over time', async () => {
  const { points } = await report({ from: '2025-12-01', to: '2026-11-14' })
  const [counted] = await rows(
    `select count(*)::integer as count from reviews where is_published and review_date >= '2025-12-01T07:00:00Z' and review_date < '2026-11-15T07:00:00Z'`,
  )
  expect(points.reduce((sum, { reviewCount }) => sum + reviewCount, 0)).toBe(counted?.count)
  expect(points.every(({ reviewCount, averageRating }) => (reviewCount === 0) === (averageRating === undefined))).toBe(
    true,
  )
  expect(points.every(({ averageRating = 1 }) => averageRating >= 1 && averageRating <= 5)).toBe(true)
})

test('compares today with the same weekday last week, up to the same time of day, after refunds', async () => {
  // Now is Saturday, 7 PM at the shop.
  await order('2026-11-14T07:00:00Z', { cents: 1000 })
  await order('2026-11-15T01:59:00Z', { cents: 2000 })
  const earlier = await order('2026-11-01T12:00:00Z', { cents: 90_000 })
  await refund(earlier, 500, '2026-11-15T01:30:00Z')
  await refund(earlier, 200, '2026-11-08T02:30:00Z')
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
    lastWeek: { orderCount: 2, salesCents: 11_800, byNowCents: 4000 },
  })
  expect([0, 17, 18, 23].map((hour) => sales.today.runningCents[hour])).toEqual([1000, 1000, 2500, 2500])
  expect([17, 18, 19].map((hour) => sales.lastWeek.runningCents[hour])).toEqual([0, 4000, 11_800])
})

test('compares with the same time of day across a daylight saving change', async () => {
  // Clocks went back on November 1, 2026: 10 AM is 16:00Z the week before and 17:00Z after.
  const now = new Date('2026-11-01T17:00:00Z')
  await order('2026-10-25T15:59:00Z', { cents: 100 })
  await order('2026-10-25T16:01:00Z', { cents: 300 })
  const { lastWeek } = await createSalesReportService(database.current, () => now).today()
  expect(lastWeek).toMatchObject({ salesCents: 400, byNowCents: 100 })
})
