/** States of an order. The database allows no others (`orders_state_check`). */
export const ORDER_STATES = [
  'pending_payment',
  'paid',
  'packed',
  'partly_shipped',
  'shipped',
  'delivered',
  'payment_failed',
  'cancelled',
  'refunded',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** A checkout waits for its payment; an order created at the desk was paid another way. */
export const FIRST_STATES = { checkout: 'pending_payment', desk: 'paid' } as const satisfies Record<string, OrderState>

export const ORDER_MOMENTS = ['paidAt', 'packedAt', 'shippedAt', 'deliveredAt', 'cancelledAt'] as const
export type OrderMoment = (typeof ORDER_MOMENTS)[number]

type Transition = {
  from: readonly OrderState[]
  to: OrderState
  by: 'payments' | 'desk' | 'buyer' | 'carrier'
  /** When it happens, for docs/order-states.md. */
  when: string
  /** Set to the current time, set only if empty, or cleared. */
  moments: Readonly<Partial<Record<OrderMoment, 'set' | 'set-once' | 'clear'>>>
  /** True if the order releases its discount code and stock. */
  releases: boolean
  /** How long it's possible after a timestamp; without it, always. */
  within?: Readonly<{ since: OrderMoment; ms: number }>
}

/** How long "shipped" can be undone. After that, the package may be with the carrier. */
const UNDO_SHIPPED_MS = 60 * 60 * 1000

const transitions = {
  pay: {
    from: ['pending_payment'],
    to: 'paid',
    by: 'payments',
    when: 'Square took the money.',
    moments: { paidAt: 'set' },
    releases: false,
  },
  fail: {
    from: ['pending_payment'],
    to: 'payment_failed',
    by: 'payments',
    when: 'Square took nothing, or an amount that goes back. The order is never reopened: its buyer may have paid again.',
    moments: {},
    releases: true,
  },
  pack: {
    from: ['paid'],
    to: 'packed',
    by: 'desk',
    when: 'The package is ready.',
    moments: { packedAt: 'set' },
    releases: false,
  },
  ship: {
    from: ['paid', 'packed', 'partly_shipped'],
    to: 'shipped',
    by: 'desk',
    when: 'The carrier has the package, or the last one of several.',
    moments: { packedAt: 'set-once', shippedAt: 'set' },
    releases: false,
  },
  unpack: {
    from: ['packed'],
    to: 'paid',
    by: 'desk',
    when: 'It was not packed after all.',
    moments: { packedAt: 'clear' },
    releases: false,
  },
  split: {
    from: ['paid', 'packed', 'partly_shipped'],
    to: 'partly_shipped',
    by: 'desk',
    when: 'The carrier has a package with part of it; the rest follows.',
    moments: { packedAt: 'set-once' },
    releases: false,
  },
  deliver: {
    from: ['shipped'],
    to: 'delivered',
    by: 'desk',
    when: 'The package has arrived.',
    moments: { deliveredAt: 'set' },
    releases: false,
  },
  arrive: {
    from: ['shipped'],
    to: 'delivered',
    by: 'carrier',
    when: 'The carrier has delivered all of its packages.',
    moments: { deliveredAt: 'set' },
    releases: false,
  },
  undeliver: {
    from: ['delivered'],
    to: 'shipped',
    by: 'desk',
    when: 'It has not arrived after all.',
    moments: { deliveredAt: 'clear' },
    releases: false,
  },
  unship: {
    from: ['shipped'],
    to: 'packed',
    by: 'desk',
    when: 'It was marked as shipped by mistake, less than an hour ago.',
    moments: { shippedAt: 'clear' },
    releases: false,
    within: { since: 'shippedAt', ms: UNDO_SHIPPED_MS },
  },
  unshipRest: {
    from: ['shipped'],
    to: 'partly_shipped',
    by: 'desk',
    when: 'The last of several packages was marked as shipped by mistake, less than an hour ago.',
    moments: { shippedAt: 'clear' },
    releases: false,
    within: { since: 'shippedAt', ms: UNDO_SHIPPED_MS },
  },
  unshipPart: {
    from: ['partly_shipped'],
    to: 'packed',
    by: 'desk',
    when: 'The only package with part of it was marked as shipped by mistake, less than an hour ago.',
    moments: {},
    releases: false,
  },
  closeRest: {
    from: ['partly_shipped'],
    to: 'shipped',
    by: 'payments',
    when: 'Square has refunded all that had not shipped, so nothing follows.',
    moments: { shippedAt: 'set' },
    releases: false,
  },
  cancel: {
    from: ['paid', 'packed'],
    to: 'cancelled',
    by: 'desk',
    when: 'The owner cancels it. What is left of the payment is refunded.',
    moments: { cancelledAt: 'set' },
    releases: true,
  },
  cancelByBuyer: {
    from: ['paid'],
    to: 'cancelled',
    by: 'buyer',
    when: 'The buyer cancels a card order before it is packed. What is left of the payment is refunded.',
    moments: { cancelledAt: 'set' },
    releases: true,
  },
  refundInFull: {
    from: ['paid', 'packed', 'partly_shipped', 'shipped', 'delivered'],
    to: 'refunded',
    by: 'payments',
    when: 'Square has refunded the whole payment. The items go back in stock only if the owner said so: they may be with the buyer.',
    moments: {},
    releases: false,
  },
  voidPayment: {
    from: ['paid', 'packed'],
    to: 'payment_failed',
    by: 'payments',
    when: 'The owner closes an order whose payment Square does not have.',
    moments: { paidAt: 'clear', packedAt: 'clear' },
    releases: true,
  },
} as const satisfies Record<string, Transition>

export type OrderTransition = keyof typeof transitions
export type DeskTransition = {
  [T in OrderTransition]: 'desk' extends (typeof transitions)[T]['by'] ? T : never
}[OrderTransition]

/** All transitions of an order. Among the desk's, the usual next step comes first. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderTransition, Transition>> = transitions
export const TRANSITION_NAMES = Object.keys(transitions) as readonly OrderTransition[]

/** The state after the transition; undefined if it is not allowed. */
export function nextState(state: OrderState, transition: OrderTransition): OrderState | undefined {
  const { from, to } = ORDER_TRANSITIONS[transition]
  return from.includes(state) ? to : undefined
}

/** Returns true if the time for the transition hasn't passed. Doesn't check the state. */
export function isInTime(
  transition: OrderTransition,
  moments: Readonly<Record<OrderMoment, Date | null>>,
  now: Date,
): boolean {
  const { within } = ORDER_TRANSITIONS[transition]
  if (!within) return true
  const since = moments[within.since]
  return since !== null && now.getTime() - since.getTime() < within.ms
}

export function isDeskTransition(transition: OrderTransition): transition is DeskTransition {
  return ORDER_TRANSITIONS[transition].by === 'desk'
}
