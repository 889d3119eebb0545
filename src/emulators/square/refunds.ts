import { Hono } from 'hono'
import { notFound, refundRefused } from './api-error.ts'
import type { Outcome } from './idempotency.ts'
import { newId } from './ids.ts'
import { jsonBody } from './json-body.ts'
import { pageOf, timeFilter } from './listing.ts'
import type { JsonObject, Money, Refund } from './objects.ts'
import { checkMoney } from './payment-request.ts'
import { readFields } from './read-fields.ts'
import { withRefunded } from './refund-changes.ts'
import { settleRefundLater } from './settle-later.ts'
import type { World } from './world.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const MAX_REFUNDS = 20

type RefundRequest = { key: string; paymentId: string; money: Money; reason?: string; versionToken?: string }

export function refundRoutes(world: World): Hono {
  const app = new Hono()

  app.post('/', async (c) => {
    const body = await jsonBody(c)
    const request = readRefundRequest(body)
    const { status, body: answer } = await world.idempotency.once('refunds', request.key, body, () =>
      refund(world, request),
    )
    return Response.json(answer, { status })
  })

  app.get('/', (c) => {
    const query = c.req.query()
    const isInTime = timeFilter(query.begin_time, query.end_time)
    const found = [...world.books.refunds.values()]
      .filter((entry) => isInTime(entry.created_at))
      .filter((entry) => !query.status || entry.status === query.status)
      .filter((entry) => !query.location_id || entry.location_id === query.location_id)
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
    if (query.sort_order !== 'ASC') found.reverse()
    const { items, cursor } = pageOf(found, query)
    return c.json({ refunds: items, ...(cursor && { cursor }) })
  })

  app.get('/:id', (c) => {
    const found = world.books.refunds.get(c.req.param('id'))
    if (!found) throw notFound(`Could not find refund with id: ${c.req.param('id')}`)
    return c.json({ refund: found })
  })

  return app
}

function readRefundRequest(body: JsonObject): RefundRequest {
  const fields = readFields(body)
  const key = fields.text('idempotency_key', { isRequired: true, min: 1, max: 45 }) ?? ''
  const paymentId = fields.text('payment_id', { isRequired: true, min: 1, max: 192 }) ?? ''
  const money = fields.money('amount_money', { isRequired: true }) ?? { amount: 0, currency: '' }
  const reason = fields.text('reason', { max: 192 })
  const versionToken = fields.text('payment_version_token')
  fields.finish()
  return { key, paymentId, money, ...(reason && { reason }), ...(versionToken && { versionToken }) }
}

function refund(world: World, { paymentId, money, reason, versionToken }: RefundRequest): Outcome {
  const { books, clock, settings, webhooks } = world
  const payment = books.payments.get(paymentId)
  if (!payment) throw notFound(`Could not find payment with id: ${paymentId}`)
  checkMoney(money, settings)
  if (versionToken && versionToken !== payment.version_token) {
    throw refundRefused('VERSION_MISMATCH', 'The payment has changed.', 'payment_version_token')
  }
  if (payment.status === 'APPROVED') {
    throw refundRefused('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION', 'The payment must be completed first.', 'payment_id')
  }
  if (payment.status !== 'COMPLETED' || clock.now() - Date.parse(payment.created_at) > YEAR_MS) {
    throw refundRefused('PAYMENT_NOT_REFUNDABLE', 'The payment cannot be refunded.', 'payment_id')
  }
  if ((payment.refund_ids ?? []).length >= MAX_REFUNDS) {
    throw refundRefused('PAYMENT_NOT_REFUNDABLE', `A payment takes at most ${MAX_REFUNDS} refunds.`, 'payment_id')
  }
  if (money.amount > payment.total_money.amount - (payment.refunded_money?.amount ?? 0)) {
    throw refundRefused(
      'REFUND_AMOUNT_INVALID',
      'The requested refund amount exceeds the amount available to refund.',
      'amount_money.amount',
    )
  }
  const now = clock.stamp()
  const made: Refund = {
    id: newId.refund(paymentId),
    status: 'PENDING',
    amount_money: money,
    payment_id: paymentId,
    order_id: payment.order_id,
    location_id: payment.location_id,
    ...(reason && { reason }),
    created_at: now,
    updated_at: now,
    destination_type: payment.source_type,
  }
  const refunded = withRefunded(world, payment, money.amount, made.id)
  settleRefundLater(world, made)
  return {
    status: 200,
    body: { refund: made },
    entries: [
      { kind: 'refund', refund: made },
      { kind: 'payment', payment: refunded },
      ...webhooks.announce('refund.created', 'refund', made),
      ...webhooks.announce('payment.updated', 'payment', refunded),
    ],
    isRepeatable: true,
  }
}
