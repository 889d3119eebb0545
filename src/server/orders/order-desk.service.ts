import { needsConsent } from '#domain/orders/delay.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { isCancelled, isPartlyShipped } from '#domain/orders/order-questions.ts'
import { type DeskTransition, nextState } from '#domain/orders/order-states.ts'
import { isStillValid } from '#domain/orders/resendable-mail.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { cancelOrder } from './cancel-order.ts'
import { createChangeOrder, type LoggedChange, type OrderResult, REFUSALS } from './change-order.ts'
import { itemNames } from './item-names.ts'
import { copyMail, listAuditOfOrder, listMailsOf, takeFormKey } from './order-desk.queries.ts'
import { isOpenLabel, type OrderLabels } from './order-labels.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayments, RefundContent, ReleaseDiscount } from './order-payments.ts'
import { createShipping, isOutdated, isTracking, savedTracking, trackingVersion } from './order-shipping.ts'
import { delayedMail } from './orders.mails.ts'
import {
  findOrder,
  listOrderLines,
  moveOrder,
  type OrderRow,
  type OrderTracking,
  updateOrder,
} from './orders.queries.ts'
import type { OrderDetail } from './orders.views.ts'
import { readBalance } from './read-balance.ts'
import { readItems } from './read-items.ts'
import { refundableReturns, refundProblem } from './refund-limits.ts'
import type { ReviewPaths } from './review-paths.ts'
import { shipmentOf } from './shipment.ts'
import { timelineOf } from './timeline.ts'

export type { OrderProblem, OrderResult } from './change-order.ts'

export type Tracking = { carrier: string | null; trackingNumber: string | null }

export type DelayNotice = { shipBy: string | null; reason: string | null; formKey: string }

export type NewRefund = RefundContent & {
  reason: string
  /** Puts its items back in stock; all items if it has none and completes the refund of the order. */
  restocks?: boolean
  /** The return that it is for; no more is refunded than came back. */
  returnId?: string | undefined
  formKey: string
  /** Amount the operator saw as already refunded; an optimistic lock against a second window. */
  refundedBeforeCents?: number | undefined
}

/** What the operator saw before taking "shipped" back. */
export type UndoShipped = { shippedAt: string; isAnnounced: boolean; emailsCustomer: boolean }

export type OrderDeskDeps = {
  database: Database
  links: OrderLinks
  reviewLinks: ReviewPaths
  payments: OrderPayments
  labels: OrderLabels
  releaseDiscount: ReleaseDiscount
  /** Whether the email about a shipped order asks for reviews. */
  asksForReviews: () => boolean
  now: () => Date
}

export type MoveOrder = (
  tx: Orm,
  order: OrderRow,
  transition: DeskTransition,
  tracking?: OrderTracking & { at?: Date },
) => Promise<LoggedChange | OrderResult>

export type OrderDeskService = ReturnType<typeof createOrderDeskService>

/** Operations on an order at the desk. Each is one transaction that locks the order and writes an audit log entry. */
export function createOrderDeskService({
  database,
  links,
  reviewLinks,
  payments,
  labels,
  releaseDiscount,
  asksForReviews,
  now,
}: OrderDeskDeps) {
  const { orm } = database

  const change = createChangeOrder(orm)

  async function move(
    tx: Orm,
    order: OrderRow,
    transition: DeskTransition,
    tracking: OrderTracking & { at?: Date } = {},
  ): Promise<LoggedChange | OrderResult> {
    const isMoved = await moveOrder(tx, order.id, transition, { at: now(), ...tracking })
    if (!isMoved) return { ok: false, code: 'wrong_state' }
    return { before: { state: order.state }, after: { state: nextState(order.state, transition) } }
  }

  async function itemsOf(tx: Orm, order: OrderRow) {
    const [lines, refundLines] = [await listOrderLines(tx, order.id), await payments.listRefundLines(tx, order.id)]
    return { ...(await readItems(tx, order, { lines, refundLines })), refundLines }
  }

  const shipping = createShipping({ links, reviewLinks, payments, labels, asksForReviews, now, change, move })

  return {
    async find(id: string): Promise<OrderDetail | undefined> {
      const order = await findOrder(orm, id)
      if (!order) return undefined
      const [lines, attempts, refunds, returned, refundLines, restCents, mails, audit] = await Promise.all([
        listOrderLines(orm, id),
        payments.listAttempts(orm, id),
        payments.listRefundsOfOrder(orm, id),
        payments.listReturnsOfOrder(orm, id),
        payments.listRefundLines(orm, id),
        payments.restOf(orm, id),
        listMailsOf(orm, order.number),
        listAuditOfOrder(orm, id),
      ])
      const ownLabels = await labels.listOf(orm, id)
      const items = await readItems(orm, order, { lines, refundLines })
      const balance = await readBalance(orm, order, refunds, now())
      return {
        order,
        balance,
        lines,
        ...items,
        refundableReturns: refundableReturns(items.returns, { lines, refundLines }),
        attempts,
        refunds,
        refundLines,
        mails,
        timeline: timelineOf({ order, balance, lines, attempts, refunds, returned, refundLines, mails, audit }),
        restCents,
        shipment: shipmentOf(order, items.shipments, mails, now()),
        labels: ownLabels,
        versions: { tracking: trackingVersion(order), note: versionToken(order.note) },
        canBuyLabel: mayDo(order.state, 'ship') && !ownLabels.some(isOpenLabel) && (await labels.isConnected()),
        orderPath: links.pathFor(id),
      }
    },

    pack: (id: string, actor: Actor) => change(id, actor, 'order.pack', (tx, order) => move(tx, order, 'pack')),

    unpack: (id: string, actor: Actor) => change(id, actor, 'order.unpack', (tx, order) => move(tx, order, 'unpack')),

    deliver: (id: string, actor: Actor) =>
      change(id, actor, 'order.deliver', (tx, order) => move(tx, order, 'deliver')),

    undeliver: (id: string, actor: Actor) =>
      change(id, actor, 'order.undeliver', (tx, order) => move(tx, order, 'undeliver')),

    ...shipping,

    /** For a package that has not shipped yet; the buyer sees nothing of it. `expectedVersion` is an optimistic lock. */
    saveTracking: (id: string, tracking: Tracking, actor: Actor, expectedVersion?: string) =>
      change(id, actor, 'order.save-tracking', async (tx, order) => {
        if (!mayDo(order.state, 'ship')) return { ok: false, code: 'wrong_state' }
        const before = savedTracking(order)
        if (isTracking(order, tracking)) return { ok: false, code: 'nothing_changed' }
        if (isOutdated(order, expectedVersion)) return { ok: false, code: 'tracking_since' }
        await updateOrder(tx, id, { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber })
        return { before, after: tracking }
      }),

    /** For a package that ships later than promised. */
    sendDelayNotice: (id: string, delay: DelayNotice, actor: Actor) =>
      change(id, actor, 'order.delay', async (tx, order) => {
        const { shipBy, reason, formKey } = delay
        if (!mayDo(order.state, 'delay')) return { ok: false, code: 'wrong_state' }
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        const mails = await listMailsOf(tx, order.number)
        const isRepeated = mails.some(({ template }) => template === 'delayed')
        await enqueueMail(tx, delayedMail, {
          cause: `delayed:${formKey}`,
          recipient: order.email,
          payload: {
            orderNumber: order.number,
            firstName: order.firstName,
            orderPath: links.pathFor(id),
            shipBy,
            reason,
            needsConsent: needsConsent({ orderedOn: shopDay(order.createdAt), shipBy, isRepeated }),
            ...(isPartlyShipped(order.state) && { isRest: true }),
          },
        })
        return { before: {}, after: { shipBy, reason } }
      }),

    /** `expectedVersion` is an optimistic lock. */
    note: (id: string, text: string, actor: Actor, expectedVersion?: string) =>
      change(id, actor, 'order.note', async (tx, order) => {
        const note = text === '' ? null : text
        if (note === order.note) return { ok: false, code: 'nothing_changed' }
        if (expectedVersion !== undefined && expectedVersion !== versionToken(order.note))
          return { ok: false, code: 'note_since' }
        await updateOrder(tx, id, { note })
        return { before: { note: order.note }, after: { note } }
      }),

    refund: (id: string, refund: NewRefund, actor: Actor) =>
      change(id, actor, 'order.refund', async (tx, order) => {
        if (order.paidOutside) return { ok: false, code: 'no_card' }
        const { amountCents, items, reason, restocks = false, returnId, formKey } = refund
        const { refundedBeforeCents = order.refundedCents } = refund
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        if (refundedBeforeCents !== order.refundedCents) return { ok: false, code: 'refunded_since' }
        const { refundLines, ...found } = await itemsOf(tx, order)
        const problem = refundProblem(refund, found, refundLines)
        if (problem) return { ok: false, code: problem }
        const asked = await payments.requestRefund(tx, order, { amountCents, items, reason, restocks, returnId })
        if ('refusal' in asked) return { ok: false, code: REFUSALS[asked.refusal] }
        const refundedCents = order.refundedCents + amountCents
        const names = items && itemNames(await listOrderLines(tx, id), items).join(', ')
        const after = { refundedCents, amountCents, ...(names && { items: names }), reason }
        return { before: { refundedCents: order.refundedCents }, after }
      }),

    /** Until it has shipped. `expectedRestCents` is the refund that the operator saw, as an optimistic lock. */
    cancel: (id: string, reason: string, actor: Actor, expectedRestCents?: number) =>
      change(id, actor, 'order.cancel', async (tx, order) => {
        if (isCancelled(order.state)) return { ok: true, isRepeat: true }
        if (expectedRestCents !== undefined && expectedRestCents !== (await payments.restOf(tx, id)))
          return { ok: false, code: 'rest_since' }
        const deps = { links, payments, releaseDiscount, now: now() }
        const done = await cancelOrder(tx, order, { transition: 'cancel', reason, ...deps })
        return done ?? { ok: false, code: 'wrong_state' }
      }),

    resendMail: (id: string, mail: { mailId: string; formKey: string }, actor: Actor) =>
      change(id, actor, 'order.mail', async (tx, order) => {
        const { mailId, formKey } = mail
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        const mails = await listMailsOf(tx, order.number)
        const sent = mails.find(({ id: found }) => found === mailId)
        if (!sent) return { ok: false, code: 'not_found' }
        if (!isStillValid(sent, order.state, mails)) return { ok: false, code: 'wrong_state' }
        await copyMail(tx, mailId, `again:${formKey}`, order)
        return { before: {}, after: { template: sent.template } }
      }),
  }
}
