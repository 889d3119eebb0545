import { expect, test } from 'vitest'
import { isStillValid } from './resendable-mail.ts'

const first = { id: '1', template: 'delayed' }
const second = { id: '2', template: 'delayed' }
const mails = [{ id: '0', template: 'order-confirmation' }, first, second]

test('allows resending only the last delay notice, until the order ships', () => {
  expect(isStillValid(first, 'paid', mails)).toBe(false)
  expect(isStillValid(second, 'paid', mails)).toBe(true)
  expect(isStillValid(second, 'packed', mails)).toBe(true)
  expect(isStillValid(second, 'shipped', mails)).toBe(false)
  expect(isStillValid(second, 'cancelled', mails)).toBe(false)
})

test('allows resending a payment email until its outcome changes', () => {
  const pending = { id: '3', template: 'payment-pending' }
  expect(isStillValid(pending, 'pending_payment', [pending])).toBe(true)
  expect(isStillValid(pending, 'paid', [pending])).toBe(false)
  const notTaken = { id: '4', template: 'payment-not-taken' }
  expect(isStillValid(notTaken, 'payment_failed', [notTaken])).toBe(true)
  expect(isStillValid(notTaken, 'paid', [notTaken])).toBe(false)
})

test('allows resending the last shipping notice unless it was undone, and the correction until it ships', () => {
  const [early, late] = [
    { id: '6', template: 'shipped' },
    { id: '7', template: 'shipped' },
  ] as const
  expect(isStillValid(early, 'packed', [early])).toBe(false)
  expect(isStillValid(early, 'shipped', [early, late])).toBe(false)
  expect(isStillValid(late, 'shipped', [early, late])).toBe(true)
  const correction = { id: '8', template: 'not-shipped' }
  expect(isStillValid(correction, 'packed', [correction])).toBe(true)
  expect(isStillValid(correction, 'shipped', [correction])).toBe(false)
})

test('allows resending a confirmation until items are removed, and the last email about those until the order ships', () => {
  const [confirmation, early, late] = [
    { id: '0', template: 'order-confirmation' },
    { id: '1', template: 'items-removed' },
    { id: '2', template: 'items-removed' },
  ] as const
  const all = [confirmation, early, late]
  expect(isStillValid(confirmation, 'paid', [confirmation])).toBe(true)
  expect(isStillValid(confirmation, 'paid', all)).toBe(false)
  expect([isStillValid(early, 'paid', all), isStillValid(late, 'paid', all)]).toEqual([false, true])
  expect(isStillValid(late, 'shipped', all)).toBe(false)
})

test('never resends a return’s instructions: the return’s own page does, while it is expected', () => {
  const mail = { id: '9', template: 'return-instructions' }
  expect(isStillValid(mail, 'shipped', [mail])).toBe(false)
})

test('compares an email only with later ones of the same kind', () => {
  const shipped = { id: '1', template: 'shipped' }
  const correction = { id: '1', template: 'not-shipped' }
  const refunded = { id: '2', template: 'refunded' }
  expect(isStillValid(shipped, 'shipped', [shipped, refunded])).toBe(true)
  expect(isStillValid(correction, 'packed', [correction, refunded])).toBe(true)
})

test('always allows resending a confirmation, a shipping notice, and a refund', () => {
  for (const template of ['order-confirmation', 'shipped', 'refunded'])
    expect(isStillValid({ id: '5', template }, 'refunded', [{ id: '5', template }])).toBe(true)
})
