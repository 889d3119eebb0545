import { expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { toReportRange } from '#domain/time/report-range.ts'
import { shopHour } from '#domain/time/shop-day.ts'
import { ago, useSales } from '#test/sold-orders.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { sumDays } from './daily-figures.queries.ts'
import { hasUnsettledHour, settleHours } from './sales-hours.queries.ts'
import { mayAddUp, settleDays } from './sales.queries.ts'
import { createSalesReportService } from './sales.service.ts'

const database = useTestDatabase()
const { order, refund, request, rows } = useSales(database)
/** Saturday, 7:30 PM at the shop. */
const NOW = new Date('2026-11-15T02:30:00Z')

const sales = (now = NOW) => createSalesReportService(database.current, () => now)
const lastMonth = (now = NOW) => sales(now).report(toReportRange({ days: '30', from: '', to: '' }, shopDay(now)).range)
const storedHours = () =>
  rows(`select to_char(hour at time zone 'UTC', 'DD HH24') as hour, order_count as orders, sales_cents::integer as sales,
    refund_cents::integer as refunds from sales_hours where order_count > 0 or refund_cents > 0 order by sales_hours.hour`)

test('adds up past hours once, and reads the others order by order', async () => {
  await order('2026-11-08T02:10:00Z', { cents: 70 })
  await order('2026-11-08T02:40:00Z', { cents: 7 })
  await order('2026-11-14T20:00:00Z', { cents: 1000, quantity: 2 })
  const late = await order('2026-11-15T01:59:59Z', { cents: 2000, code: true })
  await refund(late, 300, '2026-11-15T01:59:59Z')
  await order('2026-11-15T02:00:00Z', { cents: 4000 })
  const before = { today: await sales().today(), month: await lastMonth() }
  expect(await storedHours()).toEqual([
    { hour: '08 02', orders: 2, sales: 77, refunds: 0 },
    { hour: '14 20', orders: 1, sales: 1000, refunds: 0 },
    { hour: '15 01', orders: 1, sales: 2000, refunds: 300 },
  ])
  expect(before.today.today).toMatchObject({ orderCount: 3, salesCents: 6700, byNowCents: 6700 })
  expect(before.today.lastWeek).toMatchObject({ orderCount: 2, salesCents: 77, byNowCents: 70 })
  expect(before.month.points.at(-1)).toMatchObject({ orderCount: 3, netCents: 6700, codeOrderCount: 1 })
  expect(before.month.bestSellers).toMatchObject([{ productId: 'pure-bloom', bottleCount: 6 }])
  // The second time from stored sums.
  expect({ today: await sales().today(), month: await lastMonth() }).toEqual(before)
})

test('sales tax that was paid later is a sale of its own hour and day, and a withdrawn request is not', async () => {
  const id = await order('2026-11-10T20:00:00Z', { cents: 5000 })
  await request(id, 30, '2026-11-12T20:00:00Z')
  await request(id, 400, '2026-11-14T20:00:00Z')
  await request(id, 7, '2026-11-15T02:10:00Z')
  await request(id, 9000, '2026-11-14T20:00:00Z', 'withdrawn')
  const before = { today: await sales().today(), month: await lastMonth() }
  expect(before.today.today).toMatchObject({ orderCount: 0, salesCents: 407 })
  expect(before.month.total).toMatchObject({ orderCount: 1, netCents: 5437 })
  expect(before.month.points.slice(-3).map(({ netCents }) => netCents)).toEqual([30, 0, 407])
  // The second time from stored sums.
  expect({ today: await sales().today(), month: await lastMonth() }).toEqual(before)
  const day = { from: '2026-11-12', until: '2026-11-13' }
  expect(await sumDays(database.current.orm, day)).toEqual({ orders: 0, salesCents: 30, refundCents: 0 })
})

test('an hour stays open for some minutes after it ends', async () => {
  await order('2026-11-15T01:59:00Z')
  await sales(new Date('2026-11-15T02:14:00Z')).today()
  expect(await storedHours()).toEqual([])
  await sales(new Date('2026-11-15T02:15:00Z')).today()
  expect(await storedHours()).toMatchObject([{ hour: '15 01', orders: 1 }])
})

test('only recent days have hourly totals', async () => {
  await order('2026-11-02T20:00:00Z')
  await sales(new Date('2026-11-02T23:00:00Z')).today()
  expect(await storedHours()).toHaveLength(1)
  await sales().today()
  expect(await storedHours()).toEqual([])
})

test('a change to an hour that was added up is in the next view of today', async () => {
  const now = new Date()
  const at = aWeekAgo(now)
  const today = async () => {
    const { today: day, lastWeek } = await sales(now).today()
    return day.salesCents + lastWeek.salesCents
  }
  const id = await order(at, { cents: 5000 })
  const pending = await refund(id, 2000, at, 'pending')
  const unpaid = await order(null, { cents: 700 })
  expect(await today()).toBe(3000)
  await rows(`update refunds set state = 'rejected' where id = $1`, [pending])
  expect(await today()).toBe(5000)
  await rows(`update orders set paid_at = $2 where id = $1`, [unpaid, at])
  expect(await today()).toBe(5700)
  await refund(id, 50, at, 'completed')
  expect(await today()).toBe(5650)
  await order(at, { cents: 9 })
  expect(await today()).toBe(5659)
})

test('a refund from Square’s dashboard that is recorded days later is in the total of its day', async () => {
  const now = new Date()
  const id = await order(ago(9), { cents: 5000 })
  expect((await lastMonth(now)).total.netCents).toBe(5000)
  await refund(id, 2000, ago(8))
  expect((await lastMonth(now)).total.netCents).toBe(3000)
})

test.runIf(isPostgres)('does not store a total while a change to it is uncommitted', async () => {
  const now = new Date()
  const at = aWeekAgo(now)
  const id = await order(at, { cents: 5000 })
  const pending = await refund(id, 2000, at, 'pending')
  await database.current.withConnection(async (changing) => {
    await changing.exec('begin')
    await changing.rows(`update refunds set state = 'rejected' where id = $1`, [pending])
    // Another desk looks in the meantime: it sees what is committed, and stores none of it.
    expect((await lastMonth(now)).total.netCents).toBe(3000)
    expect((await sales(now).today()).lastWeek.salesCents).toBe(3000)
    await changing.exec('commit')
  })
  expect((await lastMonth(now)).total.netCents).toBe(5000)
  expect((await sales(now).today()).lastWeek.salesCents).toBe(5000)
})

test.runIf(isPostgres)('a change waits for a total that is being stored, and drops it', async () => {
  const now = new Date()
  const at = aWeekAgo(now)
  const day = shopDay(new Date(at))
  const range = { from: day, until: addDays(day, 1) }
  const id = await order(at, { cents: 5000 })
  const pending = await refund(id, 2000, at, 'pending')
  let change: Promise<unknown> | undefined
  await database.current.orm.transaction(async (tx) => {
    expect(await settleDays(tx, range)).toBe(true)
    expect(await mayAddUp(tx)).toBe(true)
    await settleHours(tx, [range], now)
    change = rows(`update refunds set state = 'rejected' where id = $1`, [pending])
    const isDone = await Promise.race([change.then(() => true), waitsForALock().then(() => false)])
    expect(isDone).toBe(false)
  })
  await change
  expect(await rows('select day from sales_days where day = $1', [day])).toEqual([])
  expect(await hasUnsettledHour(database.current.orm, [range], now)).toBe(true)
  expect((await lastMonth(now)).total.netCents).toBe(5000)
  expect((await sales(now).today()).lastWeek.salesCents).toBe(5000)
})

/** A time on the same weekday, in another hour of the day, because the current hour is read order by order. */
function aWeekAgo(now: Date): string {
  return ago(7 + (shopHour(now) < 12 ? -0.25 : 0.25))
}

async function waitsForALock(): Promise<void> {
  for (;;) {
    const [waiting] = await rows(`select count(*)::integer as count from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`)
    if (Number(waiting?.count) > 0) return
  }
}
