import { formatCents } from '#domain/money/cents.ts'
import { PAID_OUTSIDE_NAMES } from '#domain/money/paid-outside.ts'
import type { AuditLine } from '#server/platform/audit/audit.views.ts'
import type { OrderEvent, OrderPayment, OrderRefund } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'
import type { TimelineEntry, OrderMail } from './orders.views.ts'

export type TimelineDeps = {
  order: OrderRow
  attempts: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  mails: readonly OrderMail[]
  events: readonly OrderEvent[]
  audit: readonly AuditLine[]
}

const ATTEMPT_STATES: Record<OrderPayment['state'], string> = {
  sending: 'is on its way',
  succeeded: 'was taken',
  declined: 'was declined',
  not_sent: 'was not sent',
  unknown: 'has no answer yet; we keep asking',
  abandoned: 'was never taken',
  orphan_refunded: 'came too late or wrong and went back',
}

const REFUND_STATES: Record<OrderRefund['state'], string> = {
  sending: 'is on its way to the provider',
  pending: 'is with the provider',
  completed: 'has gone back',
  rejected: 'was refused by the provider',
  unknown: 'has no answer yet; we keep asking',
}

const MAIL_STATES: Record<OrderMail['state'], string> = {
  waiting: 'waits to be sent',
  sent: 'sent',
  dead: 'could not be delivered',
  cancelled: 'not wanted any more',
}

const ACTIONS: Record<string, string> = {
  'order.pack': 'Packed',
  'order.unpack': 'Taken out of the box again',
  'order.ship': 'Shipped',
  'order.save-tracking': 'Tracking number saved',
  'order.tracking': 'Tracking corrected',
  'order.delay': 'Buyer told of a delay',
  'order.note': 'Note changed',
  'order.refund': 'Refund asked for',
  'order.cancel': 'Cancelled',
  'order.mail': 'Mail sent again',
  'order.create': 'Written down at the desk',
  'money.settle': 'Payment brought to this order',
  'money.close': 'Closed: the provider has no money for it',
  'money.refund-record': 'Refund of the provider written down',
  'money.refund-again': 'Refund sent again',
  'money.refund-cross-out': 'Refund crossed out: the provider refused it',
}

/** The full history of an order, newest first. */
export function timelineOf({ order, attempts, refunds, mails, events, audit }: TimelineDeps): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    {
      at: order.createdAt,
      kind: 'order',
      title: order.paidOutside ? 'Order made at the desk' : 'Order placed',
      detail: order.paidOutside ? PAID_OUTSIDE_NAMES[order.paidOutside] : undefined,
    },
    ...attempts.map((attempt) => attemptEntry(attempt)),
    ...refunds.map(({ createdAt, resolvedAt, amountCents, state, reason }): TimelineEntry => ({
      at: resolvedAt ?? createdAt,
      kind: 'refund',
      title: `${formatCents(amountCents)} ${REFUND_STATES[state]}`,
      detail: reason,
      isBad: state === 'rejected',
    })),
    ...events.map(({ receivedAt, processedAt, type }): TimelineEntry => ({
      at: receivedAt,
      kind: 'provider',
      title: `The provider told us: ${type}`,
      detail: processedAt ? undefined : 'not looked into yet',
    })),
    ...mails.map(({ createdAt, sentAt, template, recipient, state, lastError }): TimelineEntry => ({
      at: sentAt ?? createdAt,
      kind: 'mail',
      title: `Mail ‘${template}’ to ${recipient}: ${MAIL_STATES[state]}`,
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

function attemptEntry(attempt: OrderPayment): TimelineEntry {
  const { createdAt, resolvedAt, amountCents, state, httpStatus, errorCategory, errorCode, squarePaymentId } = attempt
  const reasons = [errorCode, errorCategory, httpStatus && `HTTP ${httpStatus}`].filter(Boolean)
  return {
    at: resolvedAt ?? createdAt,
    kind: 'payment',
    title: `Payment of ${formatCents(amountCents)} ${ATTEMPT_STATES[state]}`,
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
