import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canPay,
  isProcessing,
  isSent,
  type PaymentEvent,
  type PaymentOutcome,
  type PaymentState,
  reducePayment,
} from './payment-state.ts'

const start: PaymentState = { checkoutId: 'first', step: 'idle' }
const order = { number: 'BLM-23456789-AAAA', path: '/order/x' }

function run(...events: PaymentEvent[]): PaymentState {
  return events.reduce(reducePayment, start)
}

function settled(outcome: PaymentOutcome): PaymentEvent {
  return { type: 'settled', outcome, nextId: 'second' }
}

const SENT: PaymentEvent[] = [{ type: 'pressed' }, { type: 'quoted' }, { type: 'tokenized' }]

test('goes through the steps of a successful payment', () => {
  expect(run({ type: 'pressed' }).step).toBe('quoting')
  expect(run({ type: 'pressed' }, { type: 'quoted' }).step).toBe('tokenizing')
  expect(run(...SENT).step).toBe('paying')
  expect(run(...SENT, settled({ kind: 'paid', order }))).toEqual({ checkoutId: 'first', step: 'paid', order })
})

test('a second press changes nothing', () => {
  expect(run({ type: 'pressed' }, { type: 'pressed' }).step).toBe('quoting')
  expect(run(...SENT, { type: 'pressed' }).step).toBe('paying')
  expect(run(...SENT, settled({ kind: 'pending' }), { type: 'pressed' }).step).toBe('pending')
  expect(run(...SENT, settled({ kind: 'paid', order }), { type: 'pressed' }).step).toBe('paid')
})

test('a payment that stops before it is sent keeps the checkout id', () => {
  expect(run({ type: 'pressed' }, { type: 'stopped' })).toEqual({ checkoutId: 'first', step: 'failed' })
  expect(run({ type: 'pressed' }, { type: 'quoted' }, { type: 'stopped' })).toEqual({
    checkoutId: 'first',
    step: 'failed',
  })
  expect(run(...SENT, { type: 'stopped' }).step).toBe('paying')
})

test('a definite failure starts a new checkout and may be tried again', () => {
  const state = run(...SENT, settled({ kind: 'failed', message: 'declined', problem: 'declined', isFinal: true }))
  expect(state).toEqual({ checkoutId: 'second', step: 'failed' })
  expect(canPay(state.step)).toBe(true)
})

test('a rate-limited payment has not used up the checkout', () => {
  const state = run(...SENT, settled({ kind: 'failed', message: 'Too many attempts.', isFinal: false }))
  expect(state).toEqual({ checkoutId: 'first', step: 'failed' })
})

test('without a response, Pay stays locked until the shop has said what happened', () => {
  const lost = run(...SENT, settled({ kind: 'unknown' }))
  expect(lost.step).toBe('asking')
  expect(canPay(lost.step)).toBe(false)
  expect(reducePayment(lost, settled({ kind: 'none' }))).toEqual({ checkoutId: 'first', step: 'failed' })
  expect(reducePayment(lost, settled({ kind: 'paid', order })).step).toBe('paid')
  expect(reducePayment(lost, settled({ kind: 'pending' })).step).toBe('pending')
})

test('stays pending if the shop cannot be asked either', () => {
  expect(run(...SENT, settled({ kind: 'unknown' }), settled({ kind: 'unknown' })).step).toBe('pending')
  expect(run(...SENT, settled({ kind: 'pending' }), settled({ kind: 'unknown' })).step).toBe('pending')
})

test('a reloaded page asks before anything else', () => {
  expect(run({ type: 'resumed' }).step).toBe('asking')
  expect(run(...SENT, { type: 'resumed' }).step).toBe('paying')
})

test('a response after the end changes nothing', () => {
  const paid = run(...SENT, settled({ kind: 'paid', order }))
  expect(reducePayment(paid, settled({ kind: 'failed', message: 'late', isFinal: true }))).toBe(paid)
})

test('after an order the next purchase is a new checkout', () => {
  const restarted: PaymentEvent = { type: 'restarted', nextId: 'second' }
  expect(run(...SENT, settled({ kind: 'paid', order }), restarted)).toEqual({ checkoutId: 'second', step: 'idle' })
  expect(run(...SENT, restarted).step).toBe('paying')
})

test('whatever happens, the id changes only with a final failure, and Pay is never open while money may be moving', () => {
  const outcome = fc.constantFrom<PaymentOutcome>(
    { kind: 'paid', order },
    { kind: 'pending' },
    { kind: 'failed', message: 'no', isFinal: true },
    { kind: 'failed', message: 'busy', isFinal: false },
    { kind: 'none' },
    { kind: 'unknown' },
  )
  const event = fc.oneof(
    fc.constantFrom<PaymentEvent>(
      { type: 'pressed' },
      { type: 'quoted' },
      { type: 'tokenized' },
      { type: 'stopped' },
      { type: 'resumed' },
    ),
    outcome.map((value) => settled(value)),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let state = start
      for (const next of events) {
        const before = state
        state = reducePayment(before, next)
        const isFinal = next.type === 'settled' && next.outcome.kind === 'failed' && next.outcome.isFinal
        expect(state.checkoutId === before.checkoutId || (isSent(before.step) && isFinal)).toBe(true)
        expect(canPay(state.step) && (isSent(state.step) || isProcessing(state.step))).toBe(false)
        expect(before.step !== 'paid' || state === before).toBe(true)
      }
    }),
  )
})
