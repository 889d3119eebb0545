import { counted } from '../time/display.ts'
import { type DeskTransition, ORDER_TRANSITIONS, type OrderState } from './order-states.ts'

/** Orders in one request. */
export const BULK_LIMIT = 100

export type BulkAction = Extract<DeskTransition, 'pack' | 'unpack' | 'ship' | 'unship' | 'deliver' | 'undeliver'>

/** An order that was requested but not changed, with its state; undefined if it doesn't exist. */
export type SkippedOrder = { number: string; state: OrderState | undefined }

export type BulkOutcome = {
  /** Ids of the orders that were changed. */
  done: string[]
  skipped: SkippedOrder[]
}

const NAMED = 8

type Words = {
  done: (orders: string) => string
  already: string
  not: string
  /** Set if the state alone doesn't say why. */
  reasons?: Partial<Record<OrderState, string>>
}

const WORDS: Record<BulkAction, Words> = {
  pack: { done: (orders) => `${orders} marked as packed.`, already: 'already packed', not: 'Not packed' },
  unpack: { done: (orders) => `${orders} back in To pack.`, already: 'not packed anyway', not: 'Not unpacked' },
  ship: {
    done: (orders) => `${orders} marked as shipped. Each customer gets one email.`,
    already: 'already shipped',
    not: 'Not shipped',
  },
  unship: {
    done: (orders) => `${orders} back in Packed.`,
    already: 'already in Packed',
    not: 'Still shipped',
    reasons: { shipped: 'shipped more than an hour ago', paid: 'not shipped' },
  },
  deliver: {
    done: (orders) => `${orders} marked as delivered.`,
    already: 'already delivered',
    not: 'Not delivered',
  },
  undeliver: { done: (orders) => `${orders} back in Shipped.`, already: 'not delivered anyway', not: 'Not changed' },
}

const REASONS: Record<OrderState, string> = {
  pending_payment: 'payment not confirmed',
  paid: 'not packed yet',
  packed: 'already packed',
  partly_shipped: 'partly shipped',
  shipped: 'already shipped',
  delivered: 'already delivered',
  payment_failed: 'not paid',
  cancelled: 'canceled',
  refunded: 'refunded',
}

/** How many were done, and which weren't and why. Orders that were done before are only counted. */
export function bulkSentence(action: BulkAction, { done, skipped }: BulkOutcome): string {
  const words = WORDS[action]
  const reasons = { ...REASONS, ...words.reasons }
  const { to } = ORDER_TRANSITIONS[action]
  const already = skipped.filter(({ state }) => state === to)
  const refused = skipped.filter(({ state }) => state !== to)
  const named = refused
    .slice(0, NAMED)
    .map(({ number, state }) => `${number} (${state ? reasons[state] : 'no longer there'})`)
  return [
    ...(done.length > 0 ? [words.done(counted(done.length, 'order'))] : []),
    ...(already.length > 0 ? [`${counted(already.length, 'order')} ${words.already}.`] : []),
    ...(refused.length > 0
      ? [
          `${words.not}: ${[...named, ...(refused.length > NAMED ? [`${refused.length - NAMED} more`] : [])].join(', ')}.`,
        ]
      : []),
  ].join(' ')
}
