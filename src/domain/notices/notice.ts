import { formatCents } from '../money/cents.ts'
import { counted } from '../time/display.ts'

/** What the shop's team can be notified about, in screen order. */
export const NOTICE_KINDS = ['new-order', 'low-stock', 'new-review', 'failed-email', 'alert', 'daily-summary'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const NOTICE_NAMES: Record<NoticeKind, { name: string; hint: string }> = {
  'new-order': { name: 'New order', hint: 'A customer has paid, or paid what you asked for later.' },
  'low-stock': { name: 'Low stock', hint: 'A size is about to sell out. Once, until it’s restocked.' },
  'new-review': { name: 'New review', hint: 'A review is waiting for you. At most every 15 minutes.' },
  'failed-email': { name: 'Undelivered email', hint: 'An email couldn’t be delivered. At most once an hour.' },
  alert: { name: 'Alert', hint: 'Payments, refunds, backups: something needs you.' },
  'daily-summary': { name: 'Daily summary', hint: 'Yesterday’s sales and what’s waiting today.' },
}

export const CHANNELS = ['push', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

export type LowSize = { name: string; size: string; onHand: number }

export type DailyFigures = {
  /** The day it sums up. */
  orders: number
  salesCents: number
  refundCents: number
  /** Waiting now. */
  toPack: number
  lowStock: number
  reviews: number
}

export type Notice =
  | { kind: 'new-order'; orderId: string; totalCents: number; items: number }
  /** A customer has paid a later request. Sent to everyone who gets order notices. */
  | { kind: 'new-order'; orderId: string; laterCents: number }
  | { kind: 'low-stock'; sizes: readonly LowSize[] }
  | { kind: 'new-review' }
  | { kind: 'failed-email' }
  | { kind: 'alert'; title: string; subject: string; detail: string; isUrgent: boolean }
  | ({ kind: 'daily-summary' } & DailyFigures)
  | { kind: 'test' }

export type NoticeText = { title: string; body: string; rows?: readonly { label: string; value: string }[] }

/** Size names of a bottle without sizes. */
const ONLY_SIZE = 'single'

function sizeText({ name, size, onHand }: LowSize): string {
  return `${name}${size === ONLY_SIZE ? '' : ` ${size}`} · ${onHand} left`
}

/**
 * What a lock screen may show: amounts and counts, but nothing about a customer. Only an alert's email has its details.
 */
export function describeNotice(notice: Notice): NoticeText {
  switch (notice.kind) {
    case 'new-order':
      if ('laterCents' in notice)
        return { title: 'Balance paid', body: `${formatCents(notice.laterCents)} for an order` }
      return { title: 'New order', body: `${formatCents(notice.totalCents)} · ${counted(notice.items, 'item')}` }
    case 'low-stock': {
      const { sizes } = notice
      const [first] = sizes
      const body = first && sizes.length === 1 ? sizeText(first) : `${counted(sizes.length, 'size')} running low`
      return {
        title: 'Low stock',
        body,
        rows: sizes.map((size) => ({ label: size.name, value: sizeText(size) })),
      }
    }
    case 'new-review':
      return { title: 'New review', body: 'A review is waiting for you to read it.' }
    case 'failed-email':
      return { title: 'Undelivered email', body: 'An email couldn’t be delivered. You can send it again.' }
    case 'alert':
      return { title: notice.title, body: notice.subject }
    case 'daily-summary':
      return describeSummary(notice)
    case 'test':
      return { title: 'Test notification', body: 'Notifications work on this device.' }
  }
}

function describeSummary({ orders, salesCents, refundCents, toPack, lowStock, reviews }: DailyFigures): NoticeText {
  return {
    title: 'Daily summary',
    body: `Yesterday: ${counted(orders, 'order')}, ${formatCents(salesCents)} · ${toPack} to pack today`,
    rows: [
      { label: 'Orders yesterday', value: String(orders) },
      { label: 'Sales yesterday', value: formatCents(salesCents) },
      { label: 'Refunds yesterday', value: formatCents(refundCents) },
      { label: 'Orders to pack', value: String(toPack) },
      { label: 'Sizes low in stock', value: String(lowStock) },
      { label: 'Reviews waiting', value: String(reviews) },
    ],
  }
}

/** Passes quiet hours. */
export function isUrgent(notice: Notice): boolean {
  return notice.kind === 'test' || (notice.kind === 'alert' && notice.isUrgent)
}
