import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { startOfShopDay } from '#domain/time/shop-day.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { drain } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import { createMoneyDays, type MoneyDayDeps } from './money-days.service.ts'
import type { MoneyReport } from './payments.views.ts'

/** Which days are checked, and what is told of them; the check itself is scripted. */
const database = useTestDatabase()
const HOUR_MS = 3_600_000
const log = pino({ level: 'silent' })
const today = '2026-11-18'
/** Five in the morning of the next day, when that day's money is due to be checked. */
const nextMorning = () => new Date(startOfShopDay(addDays(today, 1)).getTime() + 5 * HOUR_MS)

type Check = MoneyDayDeps['check']

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

afterEach(async () => {
  for (const table of ['alerts', 'money_checks']) await rows(`delete from ${table}`)
})

function daysAt(now: () => Date, check: Check) {
  const alerts = createMoneyAlerts({ database: database.current, raiseAlert: createRaiseAlert(async () => []), now })
  return createMoneyDays({ database: database.current, check, alerts, now })
}

/** A report with this many differences, and nothing else. */
function reportOf(count: number): MoneyReport {
  const none = { payments: { count: 0, cents: 0 }, refunds: { count: 0, cents: 0 } }
  const difference = {
    kind: 'amount' as const,
    subject: 'p-1',
    order: undefined,
    shopCents: 1,
    providerCents: 2,
    at: new Date(),
    detail: 'Why.',
    explanation: undefined,
  }
  return {
    shop: none,
    provider: none,
    matched: none,
    explained: { payments: 0, refunds: 0 },
    open: { payments: 0, refunds: 0 },
    underWay: 0,
    differences: Array.from({ length: count }, () => difference),
  }
}

const queuedDays = async () => (await rows('select day::text from money_checks order by day')).map(({ day }) => day)

test('begins with yesterday where nothing was ever sold, and goes back no further than Square lists', async () => {
  const check: Check = async () => reportOf(0)
  await daysAt(nextMorning, check).queue.sweep(log)
  expect(await queuedDays()).toEqual([today])
  await rows('delete from money_checks')
  const night = () => new Date(startOfShopDay(addDays(today, 1)).getTime() + 3 * HOUR_MS - 1)
  await daysAt(night, check).queue.sweep(log)
  expect(await queuedDays()).toEqual([addDays(today, -1)])
  await rows('delete from money_checks')
  await daysAt(() => new Date(night().getTime() + 1), check).queue.sweep(log)
  expect(await queuedDays()).toEqual([today])
  await rows('delete from money_checks')
  // One that sold something two years ago, and was away since.
  await rows(`insert into money_checks (day, finished_at) values ($1::date, $1::date)`, [addDays(today, -700)])
  await daysAt(nextMorning, check).queue.sweep(log)
  const days = await queuedDays()
  expect([days.length, days[1], days.at(-1)]).toEqual([367, addDays(today, 1 - 366), today])
})

test.each([
  [3653, 4],
  [2, 4],
  [2, 3],
  [0, 3],
])('checks each day once it is over, also after the clock was %i days ahead at %i', async (ahead, aheadHour) => {
  const checked: string[] = []
  const checkAfter = async (day: string, hour = 3) => {
    checked.length = 0
    const at = new Date(startOfShopDay(addDays(day, 1)).getTime() + hour * HOUR_MS)
    const check: Check = async ({ from }) => {
      checked.push(shopDay(from))
      return reportOf(0)
    }
    await drain(daysAt(() => at, check).queue)
    return checked
  }
  await checkAfter(addDays(today, -1))
  await checkAfter(addDays(today, ahead), aheadHour)
  // Queued by then, but not checked.
  await rows('insert into money_checks (day) values ($1)', [addDays(today, ahead + 1)])
  // The day goes on, until its own turn.
  expect(await checkAfter(addDays(today, -1), 4)).toEqual([])
  expect(await checkAfter(today)).toEqual([today])
  for (let next = 0; next <= 3; next += 1)
    expect(await checkAfter(addDays(today, next))).toEqual(next === 0 ? [] : [addDays(today, next)])
})

test('leaves what was checked alone while the clock is behind', async () => {
  await drain(daysAt(nextMorning, async () => reportOf(0)).queue)
  const recent = () => rows(`select * from money_checks where day > '2020-01-01'`)
  const before = await recent()
  for (const now of [() => new Date('2016-01-01T12:00:00Z'), nextMorning])
    await drain(daysAt(now, async () => reportOf(1)).queue)
  expect(await recent()).toEqual(before)
})

test.each([
  [1, '1 difference between our orders and Square’s payments on', 'to see it.'],
  [2, '2 differences between our orders and Square’s payments on', 'to see them.'],
])('tells the owner how many differences a day has: %i', async (count, head, tail) => {
  await drain(daysAt(nextMorning, async () => reportOf(count)).queue)
  const [alert] = await rows('select subject, detail from alerts')
  expect(alert?.subject).toBe(today)
  expect(alert?.detail).toBe(`${head} ${today}. Open Payouts & reconciliation ${tail}`)
  const [night] = await rows('select difference_count, summary from money_checks where day = $1', [today])
  const { shop: ours, provider, matched, explained } = reportOf(count)
  expect(night).toEqual({ difference_count: count, summary: { shop: ours, provider, matched, explained } })
})

test('checks three days with an open alert again, those that have waited longest, and closes their alerts', async () => {
  for (let ago = 1; ago <= 5; ago += 1) {
    const day = addDays(today, -ago)
    await rows(`insert into money_checks (day, finished_at) values ($1, now() - make_interval(mins => $2))`, [
      day,
      ago * 10,
    ])
    // The oldest has another alert, the one after it was settled.
    await rows(
      `insert into alerts (kind, subject, detail, resolved_at) values ($1, $2, 'x', case when $3 then now() end)`,
      [ago === 5 ? 'money-check-failed' : 'money-check', day, ago === 4],
    )
  }
  const checked: string[] = []
  const check: Check = async ({ from }) => {
    checked.push(shopDay(from))
    return reportOf(0)
  }
  const days = daysAt(() => new Date(), check)
  await days.recheck({ uncheckedForMs: 25 * 60_000 })
  expect(checked).toEqual([addDays(today, -3)])
  await rows(`update alerts set resolved_at = null, kind = 'money-check'`)
  await days.recheck()
  expect(checked.slice(1)).toEqual([-5, -4, -2].map((ago) => addDays(today, ago)))
  expect(await rows('select resolution from alerts where resolved_at is not null')).toEqual(
    Array.from({ length: 3 }, () => ({ resolution: 'No differences remain.' })),
  )
  // One that cannot be checked holds up none of the others.
  await rows(`update alerts set resolved_at = null`)
  const failing: Check = async (span) => {
    if (shopDay(span.from) === addDays(today, -5)) throw new Error('too many payments')
    return check(span)
  }
  checked.length = 0
  await expect(daysAt(nextMorning, failing).recheck()).rejects.toThrow('could not be checked again')
  expect(checked).toHaveLength(2)
})
