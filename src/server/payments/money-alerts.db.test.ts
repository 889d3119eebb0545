import { beforeEach, expect, test } from 'vitest'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import type { Difference } from './payments.views.ts'

const database = useTestDatabase()

beforeEach(() => rows('delete from alerts'))

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function followUp(open: readonly Difference[]): Promise<void> {
  const raiseAlert = createRaiseAlert(async () => [])
  return createMoneyAlerts({ database: database.current, raiseAlert, now: () => new Date() }).followUp(open)
}

const order = { id: '00000000-0000-4000-8000-000000000001', number: 'BLM-ABCDEFGH-JKLM' }

function difference(subject: string, found: Partial<Difference>): Difference {
  return {
    kind: 'amount',
    subject,
    order: undefined,
    shopCents: undefined,
    providerCents: undefined,
    at: new Date(),
    detail: 'Why.',
    explanation: undefined,
    ...found,
  }
}

test.each<[found: Partial<Difference>, kind: string, text: string]>([
  [
    { kind: 'amount', order, shopCents: 6357, providerCents: 6000 },
    'money-difference',
    'Different amounts, order BLM-ABCDEFGH-JKLM: shop $63.57, Square $60.00. Why.',
  ],
  [
    { kind: 'order-without-money', order, shopCents: 6357 },
    'money-difference',
    'Order without a payment, order BLM-ABCDEFGH-JKLM: shop $63.57, Square nothing. Why.',
  ],
  [
    { kind: 'refund-in-shop', shopCents: 0, providerCents: 250 },
    'money-difference',
    'Refund recorded only in the shop: shop $0.00, Square $2.50. Why.',
  ],
  [
    { kind: 'money-without-order', providerCents: 2599 },
    'money-without-order',
    'Payment without an order: shop nothing, Square $25.99. Why.',
  ],
])('alerts the owner with both amounts and the order of a difference: %o', async (found, kind, text) => {
  await followUp([difference('found', found)])
  expect(await rows('select kind, subject, detail from alerts')).toEqual([
    { kind, subject: 'found', detail: `${text} Open Payouts & reconciliation to fix it.` },
  ])
})

test('alerts the owner about ten differences at most at once, about each only once, and about the rest next time', async () => {
  const many = Array.from({ length: 12 }, (_, index) => difference(`one-${index}`, { shopCents: 100 }))
  const subjects = async () => (await rows('select subject from alerts')).map((row) => row.subject)
  await followUp(many)
  expect(await subjects()).toHaveLength(10)
  expect(new Set(await subjects())).toEqual(new Set(many.slice(0, 10).map(({ subject }) => subject)))
  for (let times = 0; times < 2; times += 1) await followUp(many)
  expect(await subjects()).toHaveLength(12)
  expect(new Set(await subjects())).toEqual(new Set(many.map(({ subject }) => subject)))
})

test('queues a payment that is not settled like a message from Square, and tells the owner only if that was of no use', async () => {
  const unsettled = difference('p-unsettled', { kind: 'unsettled', providerCents: 2500 })
  await followUp([unsettled])
  expect(await rows('select from alerts')).toEqual([])
  expect(await rows('select event_id, type, body, state from webhook_events')).toEqual([
    {
      event_id: 'money-check:p-unsettled',
      type: 'payment.found',
      body: { data: { type: 'payment', id: 'p-unsettled' } },
      state: 'waiting',
    },
  ])
  await followUp([unsettled])
  expect(await rows('select kind, subject from alerts')).toEqual([{ kind: 'money-difference', subject: 'p-unsettled' }])
  expect(await rows('select from webhook_events')).toHaveLength(1)
})

test.each(['money-without-order', 'second-payment', 'payment-not-due', 'money-difference'])(
  'says nothing of a difference that the owner knows from an alert of another kind: %s',
  async (kind) => {
    await rows(`insert into alerts (kind, subject, detail, seen_at) values ('${kind}', 'p-known', 'x', now())`)
    await followUp([difference('p-known', { shopCents: 100 })])
    expect(await rows('select kind from alerts')).toEqual([{ kind }])
  },
)
