import { expect, test } from 'vitest'
import type { RefundState } from './payment-states.ts'
import { isRejectionMadeUp, refundableCents, sumOf } from './refundable.ts'

const refund = (state: RefundState, amountCents = 100) => ({ state, amountCents })

test.each(['sending', 'pending', 'unknown', 'completed'] as const)(
  'money of a refund that is %s cannot be refunded again',
  (state) => {
    expect(refundableCents({ amountCents: 1000 }, [refund(state)])).toBe(900)
  },
)

test('money of a rejected refund can be refunded again', () => {
  expect(refundableCents({ amountCents: 1000 }, [refund('rejected'), refund('completed', 250)])).toBe(750)
  expect(refundableCents({ amountCents: 1000 }, [])).toBe(1000)
})

test('adds up the refunds in these states', () => {
  expect(sumOf([refund('pending', 1), refund('completed', 20), refund('completed', 300)], ['completed'])).toBe(320)
})

/** Requested and resolved at these seconds. */
const dated = (state: RefundState, amountCents: number, requested: number, resolved: number | null = null) => ({
  ...refund(state, amountCents),
  createdAt: new Date(requested * 1000),
  resolvedAt: resolved === null ? null : new Date(resolved * 1000),
})

test('a rejection is made up for by what was requested after it, and by nothing that was on its way', () => {
  const rejected = dated('rejected', 1000, 2, 4)
  expect(isRejectionMadeUp([])).toBe(true)
  expect(isRejectionMadeUp([rejected])).toBe(false)
  expect(isRejectionMadeUp([dated('completed', 1000, 1, 5), rejected])).toBe(false)
  expect(isRejectionMadeUp([rejected, dated('pending', 1000, 3)])).toBe(false)
  expect(isRejectionMadeUp([rejected, dated('completed', 999, 5, 6)])).toBe(false)
  expect(isRejectionMadeUp([rejected, dated('completed', 999, 5, 6), dated('pending', 1, 7)])).toBe(true)
  expect(isRejectionMadeUp([rejected, dated('pending', 1000, 5)])).toBe(true)
  expect(isRejectionMadeUp([rejected, dated('sending', 1000, 5), dated('unknown', 1000, 5)])).toBe(false)
})

test('a rejection is made up for once all that was paid is going back, also if that began before it', () => {
  const rejected = dated('rejected', 1000, 2, 4)
  const before = dated('completed', 400, 1, 3)
  expect(isRejectionMadeUp([before, rejected], 1000)).toBe(false)
  expect(isRejectionMadeUp([before, rejected, dated('sending', 600, 3)], 1000)).toBe(false)
  expect(isRejectionMadeUp([before, rejected, dated('pending', 600, 1)], 1000)).toBe(true)
  expect(isRejectionMadeUp([before, rejected, dated('pending', 600, 1)])).toBe(false)
})

test('a second try that was rejected, too, owes the amount once', () => {
  const twice = [dated('rejected', 1000, 1, 2), dated('rejected', 1000, 3, 3)]
  expect(isRejectionMadeUp(twice)).toBe(false)
  expect(isRejectionMadeUp([...twice, dated('completed', 1000, 4, 5)])).toBe(true)
})
