import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { spanOfShopDays, startOfShopDay } from '#domain/time/shop-day.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { AN_ORDER_CENTS, type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { drain, queueNamed } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import { createMoneyCheckService } from './money-check.service.ts'
import { createMoneyDays } from './money-days.service.ts'
import { createMoneyWatch } from './money-watch.worker.ts'
import type { MoneyReport } from './payments.views.ts'

const database = useTestDatabase()
const ana: Actor = { operatorId: null, actor: 'ana@bloomera.example' }
const HOUR_MS = 3_600_000
let shop: DeskShop

beforeAll(async () => {
  shop = await openDeskShop(database.current)
})
beforeEach(() => {
  today = shopDay(new Date())
})
afterEach(async () => {
  await shop.square.clearFaults()
  for (const table of ['alerts', 'money_checks', 'periodic_jobs', 'webhook_events', 'outbox'])
    await shop.rows(`delete from ${table}`)
})
afterAll(() => shop.end())

type Check = (span: { from: Date; to: Date }) => Promise<MoneyReport>

const realCheck =
  (now: () => Date): Check =>
  (span) =>
    createMoneyCheckService(database.current, shop.parts.shop.payments.gateway, now).check(span)

function daysAt(now: () => Date, check = realCheck(now), on: Database = database.current) {
  const alerts = createMoneyAlerts({ database: on, raiseAlert: shop.parts.shop.payments.raiseAlert, now })
  return createMoneyDays({ database: on, check, alerts, now })
}

function watchAt(now: () => Date, on: Database = database.current) {
  const check = realCheck(now)
  const alerts = createMoneyAlerts({ database: on, raiseAlert: shop.parts.shop.payments.raiseAlert, now })
  const queues = createMoneyWatch({ database: on, check, days: daysAt(now, check, on), alerts, now })
  return {
    async run() {
      for (const queue of queues) await drain(queue)
    },
  }
}

/** The shop day at the start of each test. */
let today: string
/** Five in the morning tomorrow, when today's money is due to be checked. */
const nextMorning = () => new Date(startOfShopDay(addDays(today, 1)).getTime() + 5 * HOUR_MS)
const inHalfAnHour = () => new Date(Date.now() + HOUR_MS / 2)

const alerts = () => shop.rows('select kind, subject, seen_at, resolution from alerts order by created_at, kind')
const mails = () => shop.rows(`select 1 from outbox where template = 'owner-alert'`)

/** A payment whose order is gone. */
async function stray(): Promise<{ paymentId: string; number: string }> {
  const { id, number, paymentId } = await shop.order()
  await shop.rows('delete from orders where id = $1', [id])
  return { paymentId, number }
}

/** Cleans up, so the next test starts with balanced books. */
async function refundAll(paymentIds: readonly string[]): Promise<void> {
  for (const paymentId of paymentIds) await shop.parts.desk.moneyRepairs.giveBack(paymentId, ana)
  await eventually(async () => {
    await drain(queueNamed(shop.parts.shop.reconciler, 'stray_refunds'))
    return (await shop.rows(`select 1 from stray_refunds where state <> 'completed'`)).length === 0
  })
}

test('checks each night once across processes, and reports a difference to the owner', async () => {
  const { paymentId } = await stray()
  const another = await database.openAnother()
  const done = await Promise.all([
    drain(daysAt(nextMorning).queue),
    drain(daysAt(nextMorning, realCheck(nextMorning), another).queue),
  ])
  expect(done.toSorted()).toEqual([0, 1])
  expect(await drain(daysAt(nextMorning).queue)).toBe(0)
  const [night] = await shop.parts.desk.moneyCheck.nights()
  expect(night).toMatchObject({ day: today, differenceCount: 1, lastError: null })
  expect(await alerts()).toMatchObject([{ kind: 'money-check', subject: today, seen_at: null }])
  expect(await mails()).toHaveLength(1)
  const [alert] = await shop.parts.desk.alerts.list()
  expect(await shop.parts.desk.alerts.countUnseen()).toBe(1)
  expect(await shop.parts.desk.alerts.markSeen(alert?.id ?? '', ana)).toBe(true)
  expect(await shop.parts.desk.alerts.markSeen(alert?.id ?? '', ana)).toBe(false)
  expect(await shop.parts.desk.alerts.countUnseen()).toBe(0)
  await refundAll([paymentId])
  if (another !== database.current) await another.close()
})

test('checks every missed day in order and once after a week offline', async () => {
  await shop.rows(`insert into money_checks (day, finished_at, difference_count) values ($1, now(), 0)`, [
    addDays(today, -8),
  ])
  const checked: string[] = []
  const check: Check = (span) => {
    checked.push(shopDay(span.from))
    expect(span).toEqual(spanOfShopDays(shopDay(span.from), shopDay(span.from)))
    return realCheck(nextMorning)(span)
  }
  expect(await drain(daysAt(nextMorning, check).queue)).toBe(8)
  expect(checked).toEqual([-7, -6, -5, -4, -3, -2, -1, 0].map((days) => addDays(today, days)))
  expect(await drain(daysAt(nextMorning, check).queue)).toBe(0)
  expect(checked).toHaveLength(8)
})

test('waits until three in the morning for the last day, and starts with the day of the first payment', async () => {
  const night = () => new Date(startOfShopDay(addDays(today, 1)).getTime() + 2 * HOUR_MS)
  await shop.order()
  await shop.rows(`insert into money_checks (day, finished_at) values ($1, now())`, [addDays(today, -1)])
  expect(await drain(daysAt(night).queue)).toBe(0)
  await shop.rows('delete from money_checks')
  expect(await drain(daysAt(nextMorning).queue)).toBe(1)
  expect(await shop.rows('select day::text from money_checks')).toEqual([{ day: today }])
})

test('retries and reports a day that cannot be checked, and checks the days after it', async () => {
  await shop.rows(`insert into money_checks (day, finished_at) values ($1, now())`, [addDays(today, -3)])
  const bad = addDays(today, -2)
  let isBroken = true
  const check: Check = (span) =>
    isBroken && shopDay(span.from) === bad ? Promise.reject(new Error('no listing')) : realCheck(nextMorning)(span)
  const { queue } = daysAt(nextMorning, check)
  expect(await drain(queue)).toBe(0)
  expect(await drain(queue)).toBe(2)
  const openDays = () =>
    shop.rows(
      'select day::text, attempts, last_error, next_attempt_at > now() as waits from money_checks where finished_at is null',
    )
  expect(await openDays()).toEqual([{ day: bad, attempts: 1, last_error: 'no listing', waits: true }])
  expect(await alerts()).toEqual([])
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await shop.rows('update money_checks set next_attempt_at = now() where day = $1', [bad])
    expect(await drain(queue)).toBe(0)
  }
  expect(await alerts()).toMatchObject([{ kind: 'money-check-failed', subject: bad, resolution: null }])
  const [{ detail } = {}] = await shop.rows('select detail from alerts')
  expect(detail).toMatch(`The payments of ${bad} couldn’t be checked after 3 tries (no listing).`)
  isBroken = false
  await shop.rows('update money_checks set next_attempt_at = now() where day = $1', [bad])
  expect(await drain(queue)).toBe(1)
  expect(await openDays()).toEqual([])
  expect(await alerts()).toMatchObject([{ kind: 'money-check-failed', resolution: 'The check has finished.' }])
})

test('compares the last hour in one process at a time, and reports a difference once, even after it was seen', async () => {
  const { paymentId } = await stray()
  const another = await database.openAnother()
  await Promise.all([watchAt(inHalfAnHour).run(), watchAt(inHalfAnHour, another).run()])
  expect(await alerts()).toMatchObject([{ kind: 'money-without-order', subject: paymentId, seen_at: null }])
  await shop.rows('update alerts set seen_at = now()')
  await shop.rows('update periodic_jobs set next_run_at = now()')
  await watchAt(inHalfAnHour).run()
  expect(await alerts()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
  await refundAll([paymentId])
  if (another !== database.current) await another.close()
})

test('raises an alert about a payment once, and one about the shop’s keys again after it was seen', async () => {
  const { raiseAlert } = shop.parts.shop.payments
  const raise = () =>
    database.current.orm.transaction(async (tx) => {
      await raiseAlert(tx, { kind: 'second-payment', subject: 'p-1', detail: 'x' })
      await raiseAlert(tx, { kind: 'payment-refused', subject: 'UNAUTHORIZED', detail: 'x' })
    })
  await raise()
  await raise()
  expect(await alerts()).toHaveLength(2)
  await shop.rows('update alerts set seen_at = now()')
  await raise()
  const kinds = (await alerts()).map(({ kind }) => String(kind))
  expect(kinds.toSorted()).toEqual(['payment-refused', 'payment-refused', 'second-payment'])
})

test('does not compare the last hour again before it is due', async () => {
  await watchAt(inHalfAnHour).run()
  const { paymentId } = await stray()
  await watchAt(inHalfAnHour).run()
  expect(await alerts()).toEqual([])
  await refundAll([paymentId])
})

test('settles a payment that never reached its order without manual work', async () => {
  const { id } = await shop.order()
  // The process that charged it died, and its lease has not expired yet.
  await shop.rows(
    `update payment_attempts set state = 'sending', square_payment_id = null, lease_until = now() + interval '1 day'
     where order_id = $1`,
    [id],
  )
  await shop.rows(`update orders set state = 'pending_payment', paid_at = null where id = $1`, [id])
  await watchAt(inHalfAnHour).run()
  await shop.parts.shop.reconciler.start()
  await eventually(async () => (await shop.rows(`select state from orders where id = $1`, [id]))[0]?.state === 'paid')
  expect(await alerts()).toEqual([])
})

test('skips only the comparison while the provider is unavailable', async () => {
  await shop.square.setFault('500-before', { count: 50, path: '/v2/payments', method: 'GET' })
  await watchAt(nextMorning).run()
  expect(await shop.rows(`select attempts, finished_at from money_checks where day = $1`, [today])).toEqual([
    { attempts: 1, finished_at: null },
  ])
})

async function pageText(cookie: string): Promise<string> {
  const response = await shop.request('/admin/money', { cookie })
  return (await response.text()).replaceAll(/<!-- -->/g, '')
}

test.each([
  ['Refund it', '/admin/money/give-back', {}],
  ['Explain it', '/admin/money/explain', { kind: 'money-without-order', note: 'A gift card, sold at the market' }],
])('balances the page after "%s", and does not report it again', async (_label, path, fields) => {
  const { paymentId } = await stray()
  const cookie = await shop.signIn('owner')
  await watchAt(inHalfAnHour).run()
  await drain(daysAt(nextMorning).queue)
  expect((await alerts()).map(({ kind }) => kind)).toEqual(['money-without-order', 'money-check'])
  const before = await pageText(cookie)
  expect(before).toContain(`-$${(AN_ORDER_CENTS / 100).toFixed(2)}`)
  expect(before).not.toContain('Every payment and refund matches.')

  const response = await shop.request(path, { cookie, form: { subject: paymentId, ...fields } })
  expect(response.status).toBe(303)
  for (const alert of await alerts()) expect(alert).toMatchObject({ resolution: expect.any(String) })
  expect(await shop.parts.desk.alerts.countUnseen()).toBe(0)
  const after = await pageText(cookie)
  expect(after).toContain('Every payment and refund matches.')
  expect(after).not.toContain('text-error')
  expect(after).not.toContain('refund it')
  expect(await shop.rows('select difference_count as n from money_checks where day = $1', [today])).toEqual([{ n: 0 }])

  // The periodic check must not report it again either.
  await shop.rows('update periodic_jobs set next_run_at = now()')
  await watchAt(inHalfAnHour).run()
  expect(await alerts()).toHaveLength(2)
})
