import { expect, test } from 'vitest'
import { INVALID_REQUEST } from '#contract/form.ts'
import { checkoutField, holdsCardNumber, invalidOrder } from './payment-input.ts'

test.each([
  '4111111111111111',
  ' 4111 1111 1111 1111 ',
  'my card is 4111-1111-1111-1111, thanks',
  '4111111111111111@example.com',
  // Thirteen digits, nineteen, and the first of two.
  '4222222222222',
  '6304000000000000000',
  '4111111111111112, 4012888888881881',
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
  // Twelve digits, and twenty: no card has as many.
  '424242424242',
  '41111111111111111111',
])('finds no card number in %j', (text) => {
  expect(holdsCardNumber([text, 4_111_111, null])).toBe(false)
})

test('looks into everything that was sent', () => {
  expect(holdsCardNumber([{ a: [null, { b: '4111 1111 1111 1111' }] }])).toBe(true)
  expect(holdsCardNumber({ a: null, b: undefined, c: true })).toBe(false)
  expect(holdsCardNumber(undefined)).toBe(false)
})

test.each([
  [['shippingAddress', 'zip'], 'zip'],
  [['customerInfo', 'email'], 'email'],
  // The whole address is missing, or the third of the items is wrong.
  [['items', 2, 'quantity'], 'items'],
  [['expectedTotalCents'], undefined],
  [[], undefined],
])('finds the field of the form for %j: %s', (path, field) => {
  expect(checkoutField(path)).toBe(field)
})

test('asks the buyer to mend what a field of the form says, and nobody to mend the rest', () => {
  const invalid = (errors: Parameters<typeof invalidOrder>[0]) => {
    const { code, message, status, field } = invalidOrder(errors)
    return { code, message, status, field }
  }
  expect(invalid({ zip: 'Please enter a ZIP code.' })).toEqual({
    code: 'invalid',
    message: 'Please enter a ZIP code.',
    status: 422,
    field: 'zip',
  })
  expect(invalid({})).toEqual({ code: 'invalid', message: INVALID_REQUEST, status: 400, field: undefined })
})
