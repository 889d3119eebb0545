import { refundableCents } from '#domain/money/refundable.ts'
import type { AuditAction } from '#domain/operators/activity.ts'
import { needsConsent } from '#domain/orders/delay.ts'
import { mayDo } from '#domain/orders/desk-actions.ts'
import { isCancelled } from '#domain/orders/order-questions.ts'
import { type DeskTransition, isInTime, nextState } from '#domain/orders/order-states.ts'
import { isStillValid } from '#domain/orders/resendable-mail.ts'
import { shopDay } from '#domain/time/display.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { cancelOrder } from './cancel-order.ts'
import { itemNames } from './item-names.ts'
import { cancelWaitingMails, copyMail, listAuditOfOrder, listMailsOf, takeFormKey } from './order-desk.queries.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayments, RefundContent, RefundRefusal, ReleaseDiscount } from './order-payments.ts'
import { delayedMail, notShippedMail, shippedMail } from './orders.mails.ts'
import {
  findOrder,
  listOrderLines,
  lockOrder,
  moveOrder,
  type OrderRow,
  type OrderTracking,
  updateOrder,
} from './orders.queries.ts'
import type { OrderDetail, OrderMail, Shipment } from './orders.views.ts'
import type { ReviewPaths } from './review-paths.ts'
import { timelineOf } from './timeline.ts'

export type OrderProblem =
  | 'too_late'
  | 'mail_sent'
  | 'not_found'
  | 'wrong_state'
  | 'too_much'
  | 'no_card'
  | 'nothing_changed'
  | 'refunded_since'
/** A repeat is a duplicate of a form that already took effect. */
export type OrderResult = { ok: true; isRepeat?: true } | { ok: false; code: OrderProblem }

export type Tracking = { carrier: string | null; trackingNumber: string | null }

export type DelayNotice = { shipBy: string | null; reason: string | null; formKey: string }

export type NewRefund = RefundContent & {
  reason: string
  /** Puts its items back in stock; all items if it has none and completes the refund of the order. */
  restocks?: boolean
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
  releaseDiscount: ReleaseDiscount
  /** Whether the email about a shipped order asks for reviews. */
  asksForReviews: () => boolean
  now: () => Date
}

export type OrderDeskService = ReturnType<typeof createOrderDeskService>

/** Operations on an order at the desk. Each is one transaction that locks the order and writes an audit log entry. */
export function createOrderDeskService({
  database,
  links,
  reviewLinks,
  payments,
  releaseDiscount,
  asksForReviews,
  now,
}: OrderDeskDeps) {
  const { orm } = database

  /** Runs with the order locked. If `work` returns a change, it is written to the audit log. */
  async function change(
    id: string,
    actor: Actor,
    action: AuditAction,
    work: (tx: Orm, order: OrderRow) => Promise<{ before: object; after: object } | OrderResult>,
  ): Promise<OrderResult> {
    return rollBackWhenRefused(() =>
      inTransaction(orm, async (tx) => {
        const order = await lockOrder(tx, id)
        if (!order) return { ok: false, code: 'not_found' }
        const done = await work(tx, order)
        if (!('ok' in done)) {
          await addAudit(tx, { ...actor, action, subjectKind: 'order', subjectId: id, ...done })
          return { ok: true }
        }
        if (done.ok) return done
        throw new Refused(done)
      }),
    )
  }

  async function move(
    tx: Orm,
    order: OrderRow,
    transition: DeskTransition,
    tracking: OrderTracking & { at?: Date } = {},
  ): Promise<{ before: object; after: object } | OrderResult> {
    const isMoved = await moveOrder(tx, order.id, transition, { at: now(), ...tracking })
    if (!isMoved) return { ok: false, code: 'wrong_state' }
    return { before: { state: order.state }, after: { state: nextState(order.state, transition) } }
  }

  async function enqueueShippedMail(
    tx: Orm,
    order: OrderRow,
    tracking: Tracking & { isCorrection?: true },
    cause: string,
  ): Promise<void> {
    const lines = await listOrderLines(tx, order.id)
    const reviewed = new Map(lines.map(({ productId, name }) => [productId, name]))
    await enqueueMail(tx, shippedMail, {
      cause,
      recipient: order.email,
      payload: {
        orderNumber: order.number,
        firstName: order.firstName,
        orderPath: links.pathFor(order.id),
        ...tracking,
        shippedOn: shopDay(order.shippedAt ?? now()),
        state: order.stateCode,
        ...(asksForReviews() && {
          reviews: [...reviewed].map(([productId, name]) => ({
            name,
            path: reviewLinks.pathFor(order.number, productId),
          })),
        }),
      },
    })
  }

  return {
    async find(id: string): Promise<OrderDetail | undefined> {
      const order = await findOrder(orm, id)
      if (!order) return undefined
      const [lines, attempts, refunds, refundLines, mails, audit] = await Promise.all([
        listOrderLines(orm, id),
        payments.listAttempts(orm, id),
        payments.listRefundsOfOrder(orm, id),
        payments.listRefundLines(orm, id),
        listMailsOf(orm, order.number),
        listAuditOfOrder(orm, id),
      ])
      const taken = attempts.find(({ state }) => state === 'succeeded')
      return {
        order,
        lines,
        attempts,
        refunds,
        mails,
        timeline: timelineOf({ order, lines, attempts, refunds, refundLines, mails, audit }),
        restCents: taken
          ? refundableCents(
              taken,
              refunds.filter(({ attemptId }) => attemptId === taken.id),
            )
          : 0,
        shipment: shipmentOf(order, mails, now()),
        orderPath: links.pathFor(id),
      }
    },

    pack: (id: string, actor: Actor) => change(id, actor, 'order.pack', (tx, order) => move(tx, order, 'pack')),

    unpack: (id: string, actor: Actor) => change(id, actor, 'order.unpack', (tx, order) => move(tx, order, 'unpack')),

    deliver: (id: string, actor: Actor) =>
      change(id, actor, 'order.deliver', (tx, order) => move(tx, order, 'deliver')),

    undeliver: (id: string, actor: Actor) =>
      change(id, actor, 'order.undeliver', (tx, order) => move(tx, order, 'undeliver')),

    /** Without tracking, the number that was saved for later goes out. */
    ship: (id: string, given: Tracking | undefined, actor: Actor) =>
      change(id, actor, 'order.ship', async (tx, order) => {
        const tracking = given ?? { carrier: order.trackingCarrier, trackingNumber: order.trackingNumber }
        const written = { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber }
        const at = now()
        const done = await move(tx, order, 'ship', { ...written, at })
        if ('ok' in done) return done
        await enqueueShippedMail(tx, order, tracking, shippedCause(id, at))
        return { ...done, after: { ...done.after, ...tracking } }
      }),

    /** Takes back "shipped" with its tracking number. An email that was not sent yet is never sent. */
    unship: (id: string, { shippedAt, isAnnounced, emailsCustomer }: UndoShipped, actor: Actor) =>
      change(id, actor, 'order.unship', async (tx, order) => {
        if (order.shippedAt?.toISOString() !== shippedAt || !mayDo(order.state, 'unship'))
          return { ok: false, code: 'wrong_state' }
        const shipment = shipmentOf(order, await listMailsOf(tx, order.number), now())
        if (!shipment.canUndo) return { ok: false, code: 'too_late' }
        if (shipment.isAnnounced && !isAnnounced) return { ok: false, code: 'mail_sent' }
        const done = await move(tx, order, 'unship', { trackingCarrier: null, trackingNumber: null })
        if ('ok' in done) return done
        await cancelWaitingMails(tx, order.number, 'shipped')
        const { number: orderNumber, firstName, email: recipient } = order
        if (shipment.isAnnounced && emailsCustomer)
          await enqueueMail(tx, notShippedMail, {
            cause: `not-shipped:${id}:${shippedAt}`,
            recipient,
            payload: { orderNumber, firstName, orderPath: links.pathFor(id) },
          })
        const { trackingCarrier: carrier, trackingNumber } = order
        return { before: { ...done.before, carrier, trackingNumber }, after: done.after }
      }),

    /** For a package that has not shipped yet; the buyer sees nothing of it. */
    saveTracking: (id: string, tracking: Tracking, actor: Actor) =>
      change(id, actor, 'order.save-tracking', async (tx, order) => {
        if (!mayDo(order.state, 'ship')) return { ok: false, code: 'wrong_state' }
        const before = { carrier: order.trackingCarrier, trackingNumber: order.trackingNumber }
        if (before.carrier === tracking.carrier && before.trackingNumber === tracking.trackingNumber)
          return { ok: false, code: 'nothing_changed' }
        await updateOrder(tx, id, { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber })
        return { before, after: tracking }
      }),

    /** For a shipped package; the buyer gets another email. */
    correctTracking: (id: string, tracking: Tracking, actor: Actor) =>
      change(id, actor, 'order.tracking', async (tx, order) => {
        if (!mayDo(order.state, 'tracking')) return { ok: false, code: 'wrong_state' }
        const before = { carrier: order.trackingCarrier, trackingNumber: order.trackingNumber }
        if (before.carrier === tracking.carrier && before.trackingNumber === tracking.trackingNumber)
          return { ok: false, code: 'nothing_changed' }
        await updateOrder(tx, id, { trackingCarrier: tracking.carrier, trackingNumber: tracking.trackingNumber })
        await enqueueShippedMail(tx, order, { ...tracking, isCorrection: true }, shippedCause(id, now()))
        return { before, after: tracking }
      }),

    /** For a package that ships later than the buyer was told. */
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
          },
        })
        return { before: {}, after: { shipBy, reason } }
      }),

    note: (id: string, text: string, actor: Actor) =>
      change(id, actor, 'order.note', async (tx, order) => {
        const note = text === '' ? null : text
        if (note === order.note) return { ok: false, code: 'nothing_changed' }
        await updateOrder(tx, id, { note })
        return { before: { note: order.note }, after: { note } }
      }),

    refund: (id: string, refund: NewRefund, actor: Actor) =>
      change(id, actor, 'order.refund', async (tx, order) => {
        if (order.paidOutside) return { ok: false, code: 'no_card' }
        const { amountCents, items, reason, restocks = false, formKey } = refund
        const { refundedBeforeCents = order.refundedCents } = refund
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        if (refundedBeforeCents !== order.refundedCents) return { ok: false, code: 'refunded_since' }
        const asked = await payments.requestRefund(tx, order, { amountCents, items, reason, restocks })
        if ('refusal' in asked) return { ok: false, code: REFUSALS[asked.refusal] }
        const refundedCents = order.refundedCents + amountCents
        const names = items && itemNames(await listOrderLines(tx, id), items).join(', ')
        const after = { refundedCents, amountCents, ...(names && { items: names }), reason }
        return { before: { refundedCents: order.refundedCents }, after }
      }),

    /** Until it has shipped. */
    cancel: (id: string, reason: string, actor: Actor) =>
      change(id, actor, 'order.cancel', async (tx, order) => {
        if (isCancelled(order.state)) return { ok: true, isRepeat: true }
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

/** Each shipment has its own email, also after one that was taken back. */
function shippedCause(id: string, at: Date): string {
  return `shipped:${id}:${at.toISOString()}`
}

function shipmentOf(order: OrderRow, mails: readonly OrderMail[], at: Date): Shipment {
  const since = shippedCause(order.id, order.shippedAt ?? at)
  // An email about an earlier shipment, which was taken back, has an earlier cause.
  const isEarlier = (cause: string) => cause.startsWith(`shipped:${order.id}:`) && cause < since
  const announcements = mails.filter(({ template, cause }) => template === 'shipped' && !isEarlier(cause))
  return {
    canUndo: mayDo(order.state, 'unship') && isInTime('unship', order, at),
    // One that was tried before may have arrived although the server's answer was lost.
    isAnnounced: announcements.some(({ state, attempts }) => state === 'sent' || (state === 'waiting' && attempts > 0)),
  }
}

const REFUSALS: Record<RefundRefusal, OrderProblem> = {
  'not-paid': 'wrong_state',
  'too-much': 'too_much',
  'other-amount': 'refunded_since',
}

/** Rolls back the whole transaction, including the use of the form key. */
class Refused extends Error {
  readonly result: OrderResult
  constructor(result: OrderResult) {
    super('refused')
    this.result = result
  }
}

async function rollBackWhenRefused(work: () => Promise<OrderResult>): Promise<OrderResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return error.result
    throw error
  }
}
