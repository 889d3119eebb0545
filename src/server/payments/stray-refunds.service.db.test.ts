import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createRaiseAlert } from '#server/alerts/raise-alert.ts'
import { useTestDatabase } from '#test/test-database.ts'
import type { PaymentGateway, ProviderRefund, RefundRequest, RefundResult } from './gateway.ts'
import { createMoneyAlerts } from './money-alerts.service.ts'
import { findStrayRefund } from './stray-refunds.queries.ts'
import { createStrayRefundService } from './stray-refunds.service.ts'

/** Against a Square that is scripted: the emulator settles every refund. */
const database = useTestDatabase()
let answer: RefundResult
let known: ProviderRefund | undefined
let asked: (RefundRequest | string)[]
/** What happens before Square's response arrives. */
let meanwhile: (() => Promise<unknown>) | undefined

beforeEach(async () => {
  meanwhile = undefined
  asked = []
  known = undefined
  for (const table of ['alerts', 'stray_refunds']) await rows(`delete from ${table}`)
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

function service() {
  const square: Pick<PaymentGateway, 'refund' | 'findRefund'> = {
    refund: async (request) => {
      asked.push(request)
      await meanwhile?.()
      return answer
    },
    findRefund: async (id) => {
      asked.push(id)
      return known
    },
  }
  const now = () => new Date()
  const raiseAlert = createRaiseAlert(async () => [])
  const alerts = createMoneyAlerts({ database: database.current, raiseAlert, now })
  const parts = { database: database.current, gateway: square as PaymentGateway, raiseAlert, alerts, now }
  return createStrayRefundService(parts)
}

async function stray(columns: { state?: string; squareRefundId?: string; attempts?: number } = {}) {
  const { state = 'sending', squareRefundId = null, attempts = 1 } = columns
  const [id, paymentId] = [randomUUID(), randomUUID()]
  await rows(
    `insert into stray_refunds (id, square_payment_id, amount_cents, reason, state, square_refund_id, attempts)
     values ($1, $2, 1234, 'Wrong amount', $3, $4, $5)`,
    [id, paymentId, state, squareRefundId, attempts],
  )
  const row = await findStrayRefund(database.current.orm, id)
  if (!row) throw new Error('nothing was stored')
  return row
}

async function stateOf({ id }: { id: string }) {
  const [row] = await rows(
    `select state, square_refund_id, resolved_at is not null as is_over, parked_at is not null as is_parked
     from stray_refunds where id = $1`,
    [id],
  )
  return row
}

const square = (status: ProviderRefund['status']): ProviderRefund => ({
  id: 'r-1',
  status,
  paymentId: 'p-1',
  amountCents: 1234,
  createdAt: new Date(),
})

test.each([
  ['PENDING', 'pending', false],
  ['COMPLETED', 'completed', true],
] as const)(
  'sends a refund that Square answers with %s, and closes the alerts about its payment',
  async (status, state, isOver) => {
    const refund = await stray()
    const { squarePaymentId } = refund
    for (const kind of ['second-payment', 'refund-refused', 'refund-stuck', 'late-payment'])
      await rows(`insert into alerts (kind, subject, detail) values ($1, $2, 'x')`, [kind, squarePaymentId])
    answer = { refund: square(status) }
    expect(await service().advance(refund)).toBe(isOver)
    expect(asked).toEqual([
      { idempotencyKey: refund.id, paymentId: squarePaymentId, amountCents: 1234, reason: 'Wrong amount' },
    ])
    expect(await stateOf(refund)).toEqual({ state, square_refund_id: 'r-1', is_over: isOver, is_parked: false })
    const alerts = await rows('select kind, resolution from alerts order by kind')
    expect(alerts).toEqual([
      { kind: 'late-payment', resolution: null },
      { kind: 'refund-refused', resolution: 'The refund went through.' },
      { kind: 'refund-stuck', resolution: 'The refund went through.' },
      { kind: 'second-payment', resolution: '$12.34 refunded.' },
    ])
  },
)

test('looks up a refund that Square has, and sends it no more', async () => {
  const refund = await stray({ state: 'pending', squareRefundId: 'r-1' })
  expect(await service().push(refund)).toEqual({ state: 'unknown' })
  // Not found is no news: it was there.
  expect(await stateOf(refund)).toMatchObject({ state: 'pending', is_over: false })
  known = square('PENDING')
  expect(await service().push(refund)).toEqual({ state: 'pending' })
  known = square('COMPLETED')
  expect(await service().push(refund)).toEqual({ state: 'completed' })
  expect(await stateOf(refund)).toMatchObject({ state: 'completed', is_over: true })
  expect(asked).toEqual(['r-1', 'r-1', 'r-1'])
})

test('leaves a refund that another process has settled since, and its alert, alone', async () => {
  const refund = await stray()
  answer = { refund: square('COMPLETED') }
  meanwhile = async () => {
    await rows(`update stray_refunds set state = 'rejected' where id = $1`, [refund.id])
    await rows(`insert into alerts (kind, subject, detail) values ('refund-refused', $1, 'x')`, [
      refund.squarePaymentId,
    ])
  }
  await service().push(refund)
  expect(await stateOf(refund)).toMatchObject({ state: 'rejected', square_refund_id: null })
  expect(await rows('select kind, resolution from alerts')).toEqual([{ kind: 'refund-refused', resolution: null }])
})

test('keeps asking while nobody knows whether a refund arrived', async () => {
  const refund = await stray()
  answer = { unknown: true }
  expect(await service().push(refund)).toEqual({ state: 'unknown' })
  expect(await service().advance(refund)).toBe(false)
  expect(await stateOf(refund)).toEqual({ state: 'unknown', square_refund_id: null, is_over: false, is_parked: false })
  expect(await rows('select from alerts')).toEqual([])
})

test.each(['REFUND_DECLINED', 'FAILED', 'REJECTED'] as const)(
  'tells the owner once that Square refused: %s',
  async (code) => {
    const refund = await stray(code === 'REFUND_DECLINED' ? {} : { state: 'pending', squareRefundId: 'r-1' })
    await rows(`insert into alerts (kind, subject, detail) values ('refund-stuck', $1, 'x')`, [refund.squarePaymentId])
    answer = { refused: code }
    known = square(code === 'REJECTED' ? 'REJECTED' : 'FAILED')
    expect(await service().push(refund)).toEqual({ refused: code })
    // Another process had the same answer.
    expect(await service().advance(refund)).toBe(true)
    expect(await stateOf(refund)).toMatchObject({ state: 'rejected', is_over: true })
    await rows('update alerts set seen_at = now()')
    await service().advance(refund)
    expect(await rows('select kind, subject, detail, resolution from alerts order by kind')).toEqual([
      {
        kind: 'refund-refused',
        subject: refund.squarePaymentId,
        detail: `Square answered ${code} to a refund of $12.34. No money was refunded. Open Payouts & reconciliation to try again.`,
        resolution: null,
      },
      {
        kind: 'refund-stuck',
        subject: refund.squarePaymentId,
        detail: 'x',
        resolution: 'Square refused the refund.',
      },
    ])
  },
)

test('gives up on a refund once, and tells the owner how often it was tried', async () => {
  const refund = await stray({ attempts: 40 })
  await service().park(refund)
  await rows('update alerts set seen_at = now()')
  await service().park(refund)
  expect(await stateOf(refund)).toMatchObject({ state: 'sending', is_parked: true })
  expect(await rows('select kind, subject, detail from alerts')).toEqual([
    {
      kind: 'refund-stuck',
      subject: refund.squarePaymentId,
      detail: expect.stringMatching(/^A refund of \$12\.34 has no result after 40 tries\./),
    },
  ])
  const settled = await stray({ state: 'completed' })
  await service().park(settled)
  expect(await stateOf(settled)).toMatchObject({ is_parked: false })
})
