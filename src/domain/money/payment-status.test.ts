import { expect, test } from 'vitest'
import { isFullyRefunded, isGoingBack, isRightPayment, isTaken, paymentOutcome } from './payment-status.ts'

test('counts only a captured payment; an approved one is neither paid nor failed', () => {
  const statuses = ['COMPLETED', 'APPROVED', 'PENDING', 'CANCELED', 'FAILED', 'SOMETHING_NEW', undefined]
  expect(statuses.map((status) => [status, paymentOutcome(status)])).toEqual([
    ['COMPLETED', 'taken'],
    ['APPROVED', 'open'],
    ['PENDING', 'open'],
    ['CANCELED', 'not-taken'],
    ['FAILED', 'not-taken'],
    ['SOMETHING_NEW', 'open'],
    [undefined, 'open'],
  ])
  expect([{ status: 'COMPLETED' }, { status: 'APPROVED' }, undefined].map(isTaken)).toEqual([true, false, false])
})

test('takes only what was asked for, in dollars, unless all of it went back', () => {
  const payment = { amountCents: 1000, currency: 'USD', refundedCents: 999 }
  expect(isRightPayment(payment, 1000)).toBe(true)
  expect(isRightPayment(payment, 1001)).toBe(false)
  expect(isRightPayment({ ...payment, currency: 'CAD' }, 1000)).toBe(false)
  expect(isRightPayment({ ...payment, refundedCents: 1000 }, 1000)).toBe(false)
  expect([999, 1000].map((refundedCents) => isFullyRefunded({ ...payment, refundedCents }))).toEqual([false, true])
})

test('counts a refund from acceptance by the provider until it fails', () => {
  const statuses = ['PENDING', 'COMPLETED', 'REJECTED', 'FAILED']
  expect(statuses.map((status) => isGoingBack({ status }))).toEqual([true, true, false, false])
  expect(isGoingBack(undefined)).toBe(false)
})
