import { mailName } from '#desk/ui/mail-name.ts'
import { formatCents } from '#domain/money/cents.ts'
import { PAID_OUTSIDE_NAMES } from '#domain/money/paid-outside.ts'
import type { ReturnReason } from '#domain/money/return-reasons.ts'
import type { AuditLine } from '#server/platform/audit/audit.views.ts'
import { itemName } from './item-names.ts'
import type { OrderPayment, OrderRefund, OrderReturnedPayment, RefundedLine } from './order-payments.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'
import type { OrderBalance, OrderMail, TimelineEntry } from './orders.views.ts'

export type TimelineDeps = {
  order: OrderRow
  balance: OrderBalance
  lines: readonly OrderLineRow[]
  attempts: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  /** Refunds of payments that the order couldn't take. */
  returned: readonly OrderReturnedPayment[]
  refundLines: readonly RefundedLine[]
  mails: readonly OrderMail[]
  audit: readonly AuditLine[]
}

const ATTEMPT_STATES: Record<OrderPayment['state'], string> = {
  sending: 'is being processed',
  succeeded: 'succeeded',
  declined: 'was declined',
  not_sent: 'was not sent',
  unknown: 'is waiting for Square; we’ll keep checking',
  abandoned: 'was never charged',
  orphan_refunded: 'wasn’t accepted',
}

const WHY_RETURNED: Record<ReturnReason, string> = {
  'late-payment': 'it arrived after the order was closed',
  'second-payment': 'this was paid before',
  'wrong-amount': 'the amount was wrong',
  'other-amount': 'the amount was wrong',
  'not-due': 'it was no longer asked for',
}

const REFUND_STATES: Record<OrderRefund['state'], string> = {
  sending: 'refund is being sent to Square',
  pending: 'refund is being processed by Square',
  completed: 'refunded',
  rejected: 'refund was rejected by Square',
  unknown: 'is waiting for Square; we’ll keep checking',
}

const MAIL_STATES: Record<OrderMail['state'], string> = {
  waiting: 'waiting to be sent',
  sent: 'sent',
  dead: 'couldn’t be delivered',
  cancelled: 'canceled',
}

const ACTIONS: Record<string, string> = {
  'order.pack': 'Packed',
  'order.unpack': 'Unpacked',
  'order.ship': 'Shipped',
  'order.split': 'Part shipped',
  'order.arrive': 'Delivered',
  'order.deliver': 'Delivered',
  'order.undeliver': 'Delivered undone',
  'order.unship': 'Shipped undone',
  'order.save-tracking': 'Tracking number saved',
  'order.tracking': 'Tracking updated',
  'label.buy': 'Label bought',
  'label.void': 'Label voided',
  'order.delay': 'Delay notice sent',
  'order.address': 'Address and contact updated',
  'order.address-tax': 'Address updated, with another state’s sales tax',
  'order.balance-ask': 'Customer asked to pay',
  'order.balance-resend': 'Request to pay sent again',
  'order.balance-withdraw': 'Request to pay withdrawn',
  'order.note': 'Note changed',
  'order.refund': 'Refund requested',
  'order.return': 'Return recorded',
  'order.return-receive': 'Return received',
  'order.return-cancel': 'Return canceled',
  'order.return-mail': 'Return instructions sent',
  'order.remove-items': 'Items removed',
  'order.change-items': 'Items changed',
  'order.cancel': 'Canceled',
  'order.mail': 'Email sent again',
  'order.create': 'Order created',
  'money.settle': 'Payment matched to this order',
  'money.close': 'Closed: Square has no payment for it',
  'money.refund-record': 'Square’s refund recorded',
  'money.refund-again': 'Refund sent again',
  'money.refund-cross-out': 'Refund removed: Square rejected it',
}

/** The full history of an order, newest first. */
export function timelineOf({
  order,
  balance,
  lines,
  attempts,
  refunds,
  returned,
  refundLines,
  mails,
  audit,
}: TimelineDeps): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    {
      at: order.createdAt,
      kind: 'order',
      title: order.paidOutside ? 'Order created at the desk' : 'Order placed',
      detail: order.paidOutside ? PAID_OUTSIDE_NAMES[order.paidOutside] : undefined,
    },
    ...attempts.map((attempt) =>
      attemptEntry(attempt, returned.find(({ attemptId }) => attemptId === attempt.id)?.why),
    ),
    ...refunds.map(({ id, createdAt, resolvedAt, amountCents, state, reason, restocks }): TimelineEntry => ({
      at: resolvedAt ?? createdAt,
      kind: 'refund',
      title: `${formatCents(amountCents)} ${REFUND_STATES[state]}`,
      detail: refundDetail(itemsOf(id, lines, refundLines), { reason, restocks, state }),
      isBad: state === 'rejected',
    })),
    ...returned.map(({ createdAt, resolvedAt, amountCents, state, reason }): TimelineEntry => ({
      at: resolvedAt ?? createdAt,
      kind: 'refund',
      title: `${formatCents(amountCents)} ${REFUND_STATES[state]}`,
      detail: reason,
      isBad: state === 'rejected',
    })),
    ...balance.requests.flatMap(({ amountCents, withdrawnBy, endedAt }): TimelineEntry[] =>
      withdrawnBy === 'change' && endedAt
        ? [
            {
              at: endedAt,
              kind: 'payment',
              title: `Request for ${formatCents(amountCents)} withdrawn`,
              detail: 'The order was changed',
            },
          ]
        : [],
    ),
    ...mails.map(({ createdAt, sentAt, template, recipient, state, lastError }): TimelineEntry => ({
      at: sentAt ?? createdAt,
      kind: 'mail',
      title:
        state === 'sent'
          ? `Emailed “${mailName(template)}” to ${recipient}`
          : `Email “${mailName(template)}” to ${recipient}: ${MAIL_STATES[state]}`,
      detail: state === 'sent' ? undefined : (lastError ?? undefined),
      isBad: state === 'dead',
    })),
    ...audit.map(({ at, actor, action, after }): TimelineEntry => ({
      at,
      kind: 'desk',
      title: `${ACTIONS[action] ?? action}, by ${actor}`,
      detail: describeChange(after),
    })),
  ]
  return entries.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

function itemsOf(id: string, lines: readonly OrderLineRow[], refundLines: readonly RefundedLine[]): string[] {
  return refundLines.flatMap(({ refundId, position, quantity }) => {
    const line = lines.find((found) => found.position === position)
    return refundId === id && line ? [itemName(line, quantity)] : []
  })
}

function refundDetail(
  items: readonly string[],
  { reason, restocks, state }: Pick<OrderRefund, 'reason' | 'restocks' | 'state'>,
): string {
  const isBack = items.length > 0 && restocks && state === 'completed'
  return [...items, ...(isBack ? ['back in stock'] : []), reason].join(' · ')
}

function attemptEntry(attempt: OrderPayment, why: ReturnReason | null | undefined): TimelineEntry {
  const { createdAt, resolvedAt, amountCents, state, httpStatus, errorCategory, errorCode, squarePaymentId } = attempt
  const reasons = [errorCode, errorCategory, httpStatus && `HTTP ${httpStatus}`].filter(Boolean)
  return {
    at: resolvedAt ?? createdAt,
    kind: 'payment',
    title: `Payment of ${formatCents(amountCents)} ${ATTEMPT_STATES[state]}${state === 'orphan_refunded' && why ? `: ${WHY_RETURNED[why]}` : ''}`,
    detail: reasons.length > 0 ? reasons.join(' · ') : (squarePaymentId ?? undefined),
    isBad: state === 'orphan_refunded',
  }
}

/** Notes and amounts from an audit entry, without fields that only repeat the title. */
function describeChange(after: unknown): string | undefined {
  if (typeof after !== 'object' || after === null) return undefined
  const parts = Object.entries(after).flatMap(([name, value]) => {
    if (value === null || name === 'state' || name === 'refundedCents') return []
    if (name.endsWith('Cents') && typeof value === 'number') return [formatCents(value)]
    return typeof value === 'string' ? [value] : []
  })
  return parts.length > 0 ? parts.join(' · ') : undefined
}
