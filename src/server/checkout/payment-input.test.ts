import { expect, test } from 'vitest'
import { holdsCardNumber } from './payment-input.ts'

test.each([
  '4111111111111111',
  ' 4111 1111 1111 1111 ',
  'my card is 4111-1111-1111-1111, thanks',
  '4111111111111111@example.com',
])('finds a card number in %j', (text) => {
  expect(holdsCardNumber({ shippingAddress: { line2: text } })).toBe(true)
})

test.each([
  '4111111111111112',
  '+1 (801) 555-0142',
  'cnon:CA4111111111111111',
  '4111111111111111f',
  '8f4e41111111-1111-4111-8111-1111a2c3d4e5@example.com',
  '0000 0000 0000 0000',
])('finds no card number in %j', (text) => {
  expect(holdsCardNumber([text, 4_111_111, null])).toBe(false)
})
