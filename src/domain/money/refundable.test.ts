import { expect, test } from 'vitest'
import type { RefundState } from './payment-states.ts'
import { refundableCents, sumOf } from './refundable.ts'

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
