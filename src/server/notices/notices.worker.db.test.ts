import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#domain/notices/notice.ts'
import { defaultPreferences, type Preferences } from '#domain/notices/preferences.ts'
import type { Operator } from '#domain/operators/operator.ts'
import type { Role } from '#domain/operators/roles.ts'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { fromShopTime } from '#domain/time/shop-time.ts'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Database } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import { createSendPush } from '#server/platform/push/send-push.ts'
import { createVapid } from '#server/platform/push/vapid.ts'
import { drain } from '#test/drain-queue.ts'
import { startPushService } from '#test/push-service.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createNoticeService } from './notices.service.ts'
import { createNoticeQueues } from './notices.worker.ts'
import { withoutOperators } from './people.queries.ts'
import { createNoticeWatches } from './watches.worker.ts'

const database = useTestDatabase()
const vapid = createVapid('a secret that is long enough for a shop', 'https://bloomera.example')
const NOON = new Date('2026-11-17T19:00:00Z')
/** Ahead of the database's clock, which decides when to send what was held. */
const TOMORROW = addDays(shopDay(new Date()), 1)
const NIGHT = fromShopTime(`${TOMORROW}T23:30`) ?? NOON
const MORNING = fromShopTime(`${addDays(TOMORROW, 1)}T07:00`) ?? NOON
const ORDER: Notice = { kind: 'new-order', orderId: '0b6f1a52-3a0e-4d0c-9a3e-6a1c1f1f0c11', totalCents: 8400, items: 3 }
const FIGURES = { orders: 2, salesCents: 9258, refundCents: 100, toPack: 3, lowStock: 1, reviews: 4 }

let service: Awaited<ReturnType<typeof startPushService>>
let now = NOON
let alerted: string[] = []

beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  now = NOON
  alerted = []
  service.received.length = 0
  service.answers.clear()
  await rows('delete from notices')
  await rows('delete from outbox')
  await rows('delete from operators')
  await rows('delete from low_stock_notices')
  await rows('delete from periodic_jobs')
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

const noticesOf = (on: Database = database.current) =>
  createNoticeService({ database: on, findAlertRecipients: async () => alerted, allowsLocal: true })

function queuesOf(on: Database = database.current) {
  return createNoticeQueues({
    database: on,
    send: createSendPush({ vapid, allowsLocal: true, now: () => now }),
    findAlertRecipients: async () => alerted,
    countToPack: async () => 5,
    now: () => now,
  })
}

function watchesOf() {
  const [stock, summaries] = createNoticeWatches({
    database: database.current,
    lowAt: () => 5,
    dailyFigures: async () => FIGURES,
    now: () => now,
  })
  if (!stock || !summaries) throw new Error('a watch is missing')
  const run = async (queue: typeof stock) => {
    await rows('delete from periodic_jobs')
    return drain(queue)
  }
  return { stock: () => run(stock), summaries: () => run(summaries) }
}

async function sweep(on: Database = database.current): Promise<number> {
  let total = 0
  for (const queue of queuesOf(on)) total += await drain(queue)
  return total
}

/** An operator who is signed in on these devices. */
async function addPerson(role: Role = 'owner', devices: readonly string[] = [], email = `${randomUUID()}@x.example`) {
  const id = randomUUID()
  await rows('insert into operators (id, name, email, role) values ($1, $1, $2, $3)', [id, email, role])
  await rows(
    `insert into operator_sessions (id, operator_id, token, expires_at) values ($1, $1, $1, now() + interval '1 day')`,
    [id],
  )
  const operator: Operator = { id, name: id, email, role }
  const actor = { operatorId: id, actor: email }
  for (const device of devices) {
    const { endpoint, keys } = service.subscribe(device)
    const added = { name: device, sessionId: id, subscription: { endpoint, ...keys } }
    expect(await noticesOf().addDevice(operator, added, actor)).toBe('added')
  }
  return { operator, actor, choose: (change: Partial<Preferences>) => choose(operator, change) }
}

async function choose(operator: Operator, change: Partial<Preferences>): Promise<void> {
  const notices = noticesOf()
  const before = await notices.find(operator)
  const version = notices.versionOf(before)
  const actor = { operatorId: operator.id, actor: operator.email }
  expect(await notices.save(operator, { ...before, ...change }, version, actor)).toMatchObject({ ok: true })
}

const choicesWith = (change: Partial<Preferences['choices']>) => ({
  choices: { ...defaultPreferences({ role: 'owner', isAlerted: false }).choices, ...change },
})

const raise = (notice: Notice, cause: string = randomUUID()) => raiseNotice(database.current.orm, { cause, notice })
const mails = () => rows('select template, recipient, payload from outbox order by recipient')
const states = () => rows('select state, attempts, last_error from notice_deliveries order by state')
const texts = () => service.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>)

test('shows a new order on every device, signed by the shop and readable by the browser only', async () => {
  await addPerson('staff', ['phone', 'laptop'])
  await raise(ORDER)
  expect(await sweep()).toBe(3)
  expect(service.received.map(({ device }) => device).toSorted()).toEqual(['laptop', 'phone'])
  const [message] = texts()
  expect(message).toMatchObject({
    title: 'New order',
    body: '$84.00 · 3 items',
    path: `/admin/orders/${ORDER.kind === 'new-order' ? ORDER.orderId : ''}`,
    toPack: 5,
  })
  const [push] = service.received
  expect(push?.claims).toMatchObject({ sub: 'https://bloomera.example' })
  expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
  expect(await mails()).toEqual([])
  expect(await states()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
})

test('sends a notice once per cause, even with two processes', async () => {
  const other = await database.openAnother()
  await addPerson('staff', ['phone', 'tablet', 'laptop'])
  for (let index = 0; index < 12; index += 1) {
    await raise(ORDER, `order ${index % 6}`)
  }
  service.pace.delayMs = 100
  const pairs = [queuesOf(), queuesOf(other), queuesOf(), queuesOf(other)]
  // All of them use the same queue, while sending takes a while.
  for (const index of [0, 1]) await Promise.all(pairs.map(async (queues) => queues[index] && drain(queues[index])))
  service.pace.delayMs = 0
  expect(service.received).toHaveLength(18)
  const seen = service.received.map(({ device, text }) => `${device} ${String(JSON.parse(text).tag)}`)
  expect(new Set(seen).size).toBe(18)
  if (other !== database.current) await other.close()
})

test('holds what can wait until quiet hours end, and lets alerts about money through', async () => {
  const { choose: change } = await addPerson('owner', ['phone'])
  await change({ ...choicesWith({ 'new-order': { push: true, email: true } }), quiet: { from: 22, to: 7 } })
  now = NIGHT
  await raise(ORDER)
  await raise({ kind: 'alert', title: 'Refund refused', subject: 'BLM-1', detail: 'x', isUrgent: true })
  await raise({ kind: 'alert', title: 'Backup failed', subject: 'disk', detail: 'x', isUrgent: false })
  await sweep()
  expect(texts().map(({ title }) => title)).toEqual(['Refund refused'])
  expect(await mails()).toMatchObject([{ template: 'owner-alert', payload: { title: 'Refund refused' } }])
  const held = await rows(`select distinct next_attempt_at as at from notice_deliveries where state = 'waiting'`)
  expect(held.map(({ at }) => new Date(String(at)).toISOString())).toEqual([MORNING.toISOString()])
  await rows(`update notice_deliveries set next_attempt_at = now() where state = 'waiting'`)
  await sweep()
  expect(
    texts()
      .map(({ title }) => String(title))
      .toSorted(),
  ).toEqual(['Backup failed', 'New order', 'Refund refused'])
  expect(await mails()).toHaveLength(3)
})

test('emails alerts to owners and to the addresses in the settings, as each has chosen', async () => {
  await addPerson('owner', [], 'owner@x.example')
  await addPerson('staff', [], 'staff@x.example')
  await addPerson('staff', [], 'Named@x.example')
  const { choose: silence } = await addPerson('owner', [], 'silent@x.example')
  alerted = ['NAMED@x.example', 'accountant@x.example']
  await silence(choicesWith({ alert: { push: true, email: false } }))
  const raiseAlert = createRaiseAlert((tx) => withoutOperators(tx, alerted))
  await database.current.orm.transaction((tx) =>
    raiseAlert(tx, { kind: 'refund-refused', subject: 'BLM-1', detail: 'REFUND_DECLINED' }),
  )
  await sweep()
  const sent = await mails()
  expect(sent.map(({ recipient }) => String(recipient)).toSorted()).toEqual([
    'Named@x.example',
    'accountant@x.example',
    'owner@x.example',
  ])
  for (const { template, payload } of sent)
    expect({ template, payload }).toEqual({
      template: 'owner-alert',
      payload: { title: 'Square refused a refund', subject: 'BLM-1', detail: 'REFUND_DECLINED' },
    })
})

test('removes a device whose subscription has ended', async () => {
  await addPerson('staff', ['old', 'new'])
  service.answers.set('old', { status: 410 })
  await raise(ORDER)
  await sweep()
  expect(await rows('select name from push_devices')).toEqual([{ name: 'new' }])
  expect(await states()).toMatchObject([{ state: 'sent' }])
})

test.each([
  [503, undefined, 'waiting', 30],
  [429, '120', 'waiting', 120],
  [403, undefined, 'dead', undefined],
])('handles status %i of a push service with Retry-After %s: %s', async (status, retryAfter, state, seconds) => {
  await addPerson('staff', ['phone'])
  service.answers.set('phone', { status, ...(retryAfter && { retryAfter }) })
  await raise(ORDER)
  await sweep()
  expect(await states()).toMatchObject([{ state, attempts: 1, last_error: `the push service returned ${status}` }])
  if (seconds === undefined) return
  const [due] = await rows(
    'select round(extract(epoch from next_attempt_at - now()))::int as seconds from notice_deliveries',
  )
  expect(Math.abs(Number(due?.seconds) - seconds)).toBeLessThan(10)
  service.answers.clear()
  await rows('update notice_deliveries set next_attempt_at = now()')
  await sweep()
  expect(texts()).toHaveLength(1)
})

test('gives up on a push service that never recovers', async () => {
  await addPerson('staff', ['phone'])
  service.answers.set('phone', { status: 500 })
  await raise(ORDER)
  await sweep()
  await rows('update notice_deliveries set next_attempt_at = now(), attempts = 9')
  await sweep()
  expect(await states()).toMatchObject([{ state: 'dead', attempts: 10 }])
})

test('sends nothing to a device once its session has ended, until it signs in again', async () => {
  const { operator } = await addPerson('staff', ['phone'])
  await rows('delete from operator_sessions')
  await raise(ORDER)
  await sweep()
  expect(service.received).toEqual([])
  expect(await states()).toEqual([])
  expect(await noticesOf().sendTest(operator.id)).toBe(0)
  await rows(
    `insert into operator_sessions (id, operator_id, token, expires_at) values ('next', $1, 'next', now() + interval '1 day')`,
    [operator.id],
  )
  const [device] = await rows('select endpoint from push_devices')
  expect(await noticesOf().attachDevice(operator.id, 'next', String(device?.endpoint))).toBe(true)
  expect(await noticesOf().sendTest(operator.id)).toBe(1)
  await sweep()
  expect(texts()).toMatchObject([{ title: 'Test notification' }])
})

test('drops what was still waiting for a device when it signed out', async () => {
  const { choose: change } = await addPerson('staff', ['phone'])
  await change({ quiet: { from: 22, to: 7 } })
  now = NIGHT
  await raise(ORDER)
  await sweep()
  await rows('delete from operator_sessions')
  await rows('update notice_deliveries set next_attempt_at = now()')
  await sweep()
  expect(service.received).toEqual([])
  expect(await states()).toMatchObject([{ state: 'dropped' }])
})

test('deletes an operator’s data along with the operator', async () => {
  const { operator, choose: change } = await addPerson('staff', ['phone'])
  await change({ summaryHour: 9 })
  await raise(ORDER)
  await noticesOf().sendTest(operator.id)
  await sweep()
  await rows('delete from operators where id = $1', [operator.id])
  for (const table of ['notice_preferences', 'push_devices', 'notice_deliveries'])
    expect(await rows(`select from ${table}`), table).toEqual([])
  expect(await rows('select kind from notices')).toEqual([{ kind: 'new-order' }])
})

test('notifies of low stock once, and again only after a restock', async () => {
  await addPerson('staff', ['phone'])
  const { stock } = watchesOf()
  const setStock = (onHand: number) =>
    rows(
      `insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '1oz', $1)
       on conflict (product_id, size) do update set on_hand = excluded.on_hand`,
      [onHand],
    )
  await rows('delete from stock_levels')
  const look = async () => {
    service.received.length = 0
    await stock()
    await sweep()
    return texts().map(({ body }) => body)
  }
  await setStock(6)
  expect(await look()).toEqual([])
  await setStock(5)
  expect(await look()).toEqual(['Pure Bloom 1oz · 5 left'])
  await setStock(1)
  expect(await look()).toEqual([])
  await setStock(20)
  expect(await look()).toEqual([])
  await setStock(2)
  expect(await look()).toEqual(['Pure Bloom 1oz · 2 left'])
})

test('sends the summary once a day, at the chosen hour, to those who want it', async () => {
  const { choose: change } = await addPerson('owner', ['phone'], 'reader@x.example')
  await addPerson('owner', ['other'])
  await change({ ...choicesWith({ 'daily-summary': { push: true, email: true } }), summaryHour: 8 })
  const { summaries } = watchesOf()
  const at = async (moment: string) => {
    now = new Date(moment)
    await Promise.all([summaries(), summaries()])
    await sweep()
    return service.received.length
  }
  expect(await at('2026-11-17T14:59:00Z')).toBe(0)
  expect(await at('2026-11-17T15:00:00Z')).toBe(1)
  expect(await at('2026-11-17T16:00:00Z')).toBe(1)
  expect(await at('2026-11-18T15:00:00Z')).toBe(2)
  const sent = await mails()
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({
    template: 'shop-notice',
    recipient: 'reader@x.example',
    payload: { title: 'Daily summary', path: '/admin' },
  })
})
