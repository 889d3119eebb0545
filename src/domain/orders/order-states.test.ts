import { expect, test } from 'vitest'
import {
  FIRST_STATES,
  isInTime,
  nextState,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderState,
  type OrderTransition,
  TRANSITION_NAMES,
} from './order-states.ts'

/** Every allowed pair of state and transition; all others are refused. */
const ALLOWED: Record<OrderState, Partial<Record<OrderTransition, OrderState>>> = {
  pending_payment: { pay: 'paid', fail: 'payment_failed' },
  paid: {
    pack: 'packed',
    ship: 'shipped',
    split: 'partly_shipped',
    cancel: 'cancelled',
    cancelByBuyer: 'cancelled',
    refundInFull: 'refunded',
    voidPayment: 'payment_failed',
  },
  packed: {
    ship: 'shipped',
    split: 'partly_shipped',
    unpack: 'paid',
    cancel: 'cancelled',
    refundInFull: 'refunded',
    voidPayment: 'payment_failed',
  },
  partly_shipped: {
    ship: 'shipped',
    split: 'partly_shipped',
    unshipPart: 'packed',
    closeRest: 'shipped',
    refundInFull: 'refunded',
  },
  shipped: {
    deliver: 'delivered',
    arrive: 'delivered',
    unship: 'packed',
    unshipRest: 'partly_shipped',
    refundInFull: 'refunded',
  },
  delivered: { undeliver: 'shipped', refundInFull: 'refunded' },
  payment_failed: {},
  cancelled: {},
  refunded: {},
}

const pairs = ORDER_STATES.flatMap((state) => TRANSITION_NAMES.map((transition) => [state, transition] as const))

test.each(pairs)('%s, %s', (state, transition) => {
  expect(nextState(state, transition)).toBe(ALLOWED[state][transition])
})

/** All reachable states, including the first one. */
function reachableFrom(first: OrderState, transitions = TRANSITION_NAMES): Set<OrderState> {
  const found = new Set([first])
  for (const state of found)
    for (const transition of transitions) {
      const next = nextState(state, transition)
      if (next) found.add(next)
    }
  return found
}

test('reaches every state from a checkout, and never starts a desk order unpaid', () => {
  expect(reachableFrom(FIRST_STATES.checkout)).toEqual(new Set(ORDER_STATES))
  expect(reachableFrom(FIRST_STATES.desk)).not.toContain('pending_payment')
})

test('has no transitions out of failed, canceled, and refunded', () => {
  for (const final of ['payment_failed', 'cancelled', 'refunded'] as const)
    expect([...reachableFrom(final)]).toEqual([final])
})

test('never returns to waiting for a payment, and only refunds what has shipped an hour ago', () => {
  for (const state of ORDER_STATES.filter((name) => name !== 'pending_payment'))
    expect(reachableFrom(state)).not.toContain('pending_payment')
  const later = TRANSITION_NAMES.filter((name) => !ORDER_TRANSITIONS[name].within)
  expect(reachableFrom('shipped', later)).toEqual(new Set(['shipped', 'delivered', 'refunded']))
})

test('allows undoing "shipped" for 60 minutes', () => {
  const shippedAt = new Date('2026-03-04T12:00:00Z')
  const moments = { paidAt: null, packedAt: null, shippedAt, deliveredAt: null, cancelledAt: null }
  const after = (ms: number) => isInTime('unship', moments, new Date(shippedAt.getTime() + ms))
  expect([after(0), after(3_599_999), after(3_600_000)]).toEqual([true, true, false])
  expect(isInTime('unship', { ...moments, shippedAt: null }, shippedAt)).toBe(false)
  expect(isInTime('pack', moments, new Date(0))).toBe(true)
})

test('has a path to a final state from every other state', () => {
  const isEnd = (state: OrderState) => TRANSITION_NAMES.every((name) => nextState(state, name) === undefined)
  for (const state of ORDER_STATES) expect([...reachableFrom(state)].some(isEnd), state).toBe(true)
})

/** The timestamps an order can have in each state, on any path. */
function momentsAlong(state: OrderState, moments: ReadonlySet<string>, seen = new Map<string, Set<string>>()) {
  const key = [...moments].toSorted().join()
  const known = seen.get(state) ?? new Set()
  if (known.has(key)) return seen
  seen.set(state, known.add(key))
  for (const transition of TRANSITION_NAMES) {
    const next = nextState(state, transition)
    if (!next) continue
    const after = new Set(moments)
    for (const [moment, change] of Object.entries(ORDER_TRANSITIONS[transition].moments))
      if (change === 'clear') after.delete(moment)
      else after.add(moment)
    momentsAlong(next, after, seen)
  }
  return seen
}

test('keeps timestamps consistent with the state on every path', () => {
  const along = momentsAlong('pending_payment', new Set())
  const found = Object.fromEntries([...along].map(([state, sets]) => [state, [...sets].toSorted()]))
  expect(found).toEqual({
    pending_payment: [''],
    payment_failed: [''],
    paid: ['paidAt'],
    packed: ['packedAt,paidAt'],
    partly_shipped: ['packedAt,paidAt'],
    shipped: ['packedAt,paidAt,shippedAt'],
    delivered: ['deliveredAt,packedAt,paidAt,shippedAt'],
    cancelled: ['cancelledAt,packedAt,paidAt', 'cancelledAt,paidAt'],
    refunded: ['deliveredAt,packedAt,paidAt,shippedAt', 'packedAt,paidAt', 'packedAt,paidAt,shippedAt', 'paidAt'],
  })
})
