import { expect, test } from 'vitest'
import { paymentReference, readPaymentReference } from './payment-reference.ts'

const NUMBER = 'BLM-23456789-ABCD'

test.each([
  [1, NUMBER],
  [2, `${NUMBER}-2`],
  [10, `${NUMBER}-10`],
  [4321, `${NUMBER}-4321`],
])('charge %i of an order is %s, and is read back', (attemptNo, reference) => {
  expect(paymentReference({ orderNumber: NUMBER, attemptNo })).toBe(reference)
  expect(readPaymentReference(reference)).toEqual({ orderNumber: NUMBER, attemptNo })
  // Square takes 40 characters.
  expect(reference.length).toBeLessThanOrEqual(40)
})

test.each([
  undefined,
  '',
  'Table 7',
  'blm-23456789-abcd',
  `${NUMBER}-`,
  `${NUMBER}-0`,
  `${NUMBER}-1`,
  `${NUMBER}-02`,
  `${NUMBER}-2-3`,
  `${NUMBER}-x`,
  `${NUMBER}-99999`,
  'BLM-23456789-2',
  `x ${NUMBER}-2`,
  `${NUMBER}-2 x`,
])('%s is not a payment of the shop', (reference) => {
  expect(readPaymentReference(reference)).toBeUndefined()
})
