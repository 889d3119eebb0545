import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import { readPaymentReference } from '#domain/money/payment-reference.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isGoingBack } from '#domain/money/payment-status.ts'
import { isRejectionMadeUp } from '#domain/money/refundable.ts'
import { itemsToShip } from '#domain/orders/items-to-ship.ts'
import { isUnshipped } from '#domain/orders/order-questions.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { itemsRemovedMail } from '#server/orders/order-items.mails.ts'
import type { OrderLinks } from '#server/orders/order-links.ts'
import { refundCause } from '#server/orders/order-payments.ts'
import {
  arriveWithLast,
  findOrderByNumber,
  isRestRefunded,
  listOrderLines,
  lockOrder,
  moveOrder,
  type OrderRow,
  putBackStock,
  settleReserved,
} from '#server/orders/orders.service.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { type PaymentGateway, ProviderAway, type ProviderRefund } from './gateway.ts'
import { REFUSED, refusedReturn } from './money-alerts.service.ts'
import { findTaken } from './money-check.queries.ts'
import { refundedMail } from './payments.mails.ts'
import { findAttempt, releaseOrphan } from './payments.queries.ts'
import { recordRefund } from './record-refund.ts'
import {
  findRefundByProviderId,
  listRefundLines,
  listRefundsOfOrder,
  type OpenRefund,
  parkRefund,
  rejectRefund,
  updateRefund,
} from './refunds.queries.ts'
import { resolveStuckRefunds } from './resolve-stuck-refunds.ts'
import { findTakenPayments } from './taken-payments.ts'

export type RefundDeps = {
  database: Database
  gateway: PaymentGateway
  raiseAlert: RaiseAlert
  links: OrderLinks
  now: () => Date
}

export interface RefundService {
  /**
   * Sends the refund or looks up its status; its idempotency key makes retries safe. Returns false while it is
   * unsettled.
   */
  advance(refund: OpenRefund): Promise<boolean>
  /** Stops retrying and alerts the owner, because the money is still owed. */
  park(refund: OpenRefund): Promise<void>
  /** Handles an event about a refund at the provider, also one that wasn't made here. Throws while that can't be told. */
  check(squareRefundId: string): Promise<void>
}

const SQUARE: Actor = { operatorId: null, actor: 'Square' }

export function createRefundService({ database, gateway, raiseAlert, links, now }: RefundDeps): RefundService {
  const { orm } = database

  async function settle(refund: OpenRefund, known: ProviderRefund): Promise<void> {
    await inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, refund.orderId)
      if (!order) return
      if (!isGoingBack(known)) return reject(tx, order, refund, known.status)
      const isCompleted = known.status === 'COMPLETED'
      const end = isCompleted ? { state: 'completed' as const, resolvedAt: now() } : { state: 'pending' as const }
      // Unless another process has settled it since the provider was asked.
      if (!(await updateRefund(tx, refund.id, { squareRefundId: known.id, ...end }))) return
      if (isCompleted) await afterRefund(tx, order, refund)
      await enqueueRefundedMail(tx, order, refund.id)
      await resolveRefundAlerts(tx, order)
    })
  }

  /** One alert covers all refunds of an order that were refused, and another all that are stuck. */
  async function resolveRefundAlerts(tx: Orm, { id, number: subject }: OrderRow): Promise<void> {
    const how = { resolution: 'The refund went through.', now: now() }
    if (await isMadeUp(tx, id)) await resolveAlerts(tx, { kinds: ['refund-refused'], subject, ...how })
    await resolveStuckRefunds(tx, subject, how)
  }

  /** Returns true if nothing is owed of what the provider rejected. */
  async function isMadeUp(tx: Orm, orderId: string): Promise<boolean> {
    const taken = await findTakenPayments(tx, orderId)
    return isRejectionMadeUp(await listRefundsOfOrder(tx, orderId), taken?.paidCents)
  }

  async function reject(tx: Orm, order: OrderRow, refund: OpenRefund, code: string): Promise<void> {
    if (!(await rejectRefund(tx, refund.id))) return
    await resolveStuckRefunds(tx, order.number, { resolution: REFUSED, now: now() })
    if (await releaseOrphan(tx, refund.attemptId)) return raiseAlert(tx, refusedReturn(refund, code))
    if (await isMadeUp(tx, order.id)) return
    await raiseAlert(tx, {
      kind: 'refund-refused',
      subject: order.number,
      detail: `Square answered ${code} to a refund of order ${order.number}. No money was refunded. Open the order to try again.`,
    })
  }

  /** Marks the order as refunded once all of its money is back; a canceled order stays canceled. */
  async function afterRefund(
    tx: Orm,
    order: OrderRow,
    { id, restocks }: Pick<OpenRefund, 'id' | 'restocks'>,
  ): Promise<void> {
    const refundLines = await listRefundLines(tx, order.id)
    const items = refundLines.filter(({ refundId }) => refundId === id)
    if (await isRestRefunded(tx, order, refundLines)) {
      await moveOrder(tx, order.id, 'closeRest', { at: now() })
      // What did ship may have arrived before.
      await arriveWithLast(tx, order.id)
    }
    if (items.length > 0) await settleReserved(tx, order.id, items, restocks)
    const taken = await findTakenPayments(tx, order.id)
    if (!taken?.isAllReturned) return
    const isRefunded = await moveOrder(tx, order.id, 'refundInFull', { at: now() })
    if (isRefunded && restocks && items.length === 0) await putBackStock(tx, order.id)
  }

  async function enqueueRefundedMail(tx: Orm, order: OrderRow, refundId: string): Promise<void> {
    const refunds = await listRefundsOfOrder(tx, order.id)
    const refund = refunds.find(({ id }) => id === refundId)
    // A refund to another payment is covered by the email about the refund it's part of.
    if (!refund || refund.partOf !== null) return
    const parts = refunds.filter(({ partOf, state }) => partOf === refundId && state !== 'rejected')
    const lines = await listOrderLines(tx, order.id)
    const names = new Map(lines.map((line) => [line.position, line]))
    const items = (await listRefundLines(tx, order.id))
      .filter(({ refundId: of }) => of === refundId)
      .flatMap(({ position, quantity }) => {
        const line = names.get(position)
        return line ? [{ name: line.name, size: line.size, quantity }] : []
      })
    const whole = [refund, ...parts]
    const refundCents = whole.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const shippingCents = whole.reduce((sum, part) => sum + (part.shippingCents ?? 0), 0)
    const about = {
      orderNumber: order.number,
      firstName: order.firstName,
      orderPath: links.pathFor(order.id),
      refundCents,
    }
    const sent = { cause: refundCause(refundId), recipient: order.email }
    const kept = itemsToShip(lines).map(({ name, size, quantity }) => ({ name, size, quantity }))
    if (refund.removes && kept.length > 0 && (await stillShips(tx, order.id))) {
      const addedShippingCents = Math.max(0, 0 - shippingCents)
      const payload = { ...about, removed: items, kept, addedShippingCents }
      await enqueueMail(tx, itemsRemovedMail, { ...sent, payload })
      return
    }
    await enqueueMail(tx, refundedMail, {
      ...sent,
      payload: {
        ...about,
        isComplete: refundCents === order.totalCents + paidLaterCents(order),
        ...((items.length > 0 || shippingCents === refundCents) && {
          items,
          withShipping: shippingCents > 0,
        }),
      },
    })
  }

  /** The order may have been canceled since, or closed by this very refund: then nothing more ships. */
  async function stillShips(tx: Orm, orderId: string): Promise<boolean> {
    const order = await lockOrder(tx, orderId)
    return order !== undefined && isUnshipped(order.state)
  }

  async function advance(refund: OpenRefund): Promise<boolean> {
    if (refund.state === 'pending' && refund.squareRefundId) {
      const known = await gateway.findRefund(refund.squareRefundId)
      if (!known || known.status === 'PENDING') return false
      await settle(refund, known)
      return true
    }
    const { id, squarePaymentId: paymentId, amountCents, reason } = refund
    const result = await gateway.refund({ idempotencyKey: id, paymentId, amountCents, reason })
    if ('unknown' in result) {
      await updateRefund(orm, id, { state: 'unknown' })
      return false
    }
    if ('refund' in result) {
      await settle(refund, result.refund)
      return result.refund.status !== 'PENDING'
    }
    await inTransaction(orm, async (tx) => {
      const order = await lockOrder(tx, refund.orderId)
      if (order) await reject(tx, order, refund, result.refused)
    })
    return true
  }

  /** A refund can be known before its payment is settled, and can't be recorded until then. */
  async function throwIfUnsettled(paymentId: string): Promise<void> {
    const named = readPaymentReference((await gateway.findPayment(paymentId))?.referenceId)
    const order = named && (await findOrderByNumber(orm, named.orderNumber))
    const attempt = order && (await findAttempt(orm, order.id, named.attemptNo))
    // Also if it was settled just now.
    if (attempt && (isOpenAttempt(attempt.state) || attempt.squarePaymentId === paymentId))
      throw new ProviderAway('the payment of this refund is not settled yet')
  }

  return {
    advance,

    async park(refund) {
      const { id, orderId, amountCents, attempts } = refund
      await inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (!order || !(await parkRefund(tx, id))) return
        await raiseAlert(tx, {
          kind: 'refund-stuck',
          subject: order.number,
          detail: `A refund of ${formatCents(amountCents)} for order ${order.number} has no result after ${attempts} tries. Open Payouts & reconciliation, look under Stuck, and try it again.`,
        })
      })
    },

    async check(squareRefundId) {
      const refund = await findRefundByProviderId(orm, squareRefundId)
      const known = await gateway.findRefund(squareRefundId)
      if (refund) {
        if (known && known.status !== 'PENDING') await settle(refund, known)
        return
      }
      if (!known?.paymentId || !isGoingBack(known)) return
      // Made in the provider's dashboard, of a payment that an order took: otherwise more would be refunded than is left.
      const [taken] = await findTaken(orm, [known.paymentId])
      if (!taken) return throwIfUnsettled(known.paymentId)
      const recorded = await recordRefund(database, known, { taken, actor: SQUARE, now: now() })
      if (recorded === 'sending') throw new ProviderAway('a refund of this amount is still being sent')
    },
  }
}
