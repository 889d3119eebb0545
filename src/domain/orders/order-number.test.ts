import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrderNumber, ORDER_NUMBER_ALPHABET, orderNumberFrom } from './order-number.ts'

test('an order number has the form BLM-XXXXXXXX-XXXX', () => {
  const number = orderNumberFrom(Uint8Array.from({ length: 32 }, (_, index) => index))
  expect(number).toBe('BLM-23456789-ABCD')
  expect(isOrderNumber(number)).toBe(true)
})

test('no character can be mistaken for another', () => {
  for (const lookAlike of '01ILOUV') expect(ORDER_NUMBER_ALPHABET).not.toContain(lookAlike)
})

test('every 32 random bytes give a valid number', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32, max: 231 }), (bytes) => {
      expect(isOrderNumber(orderNumberFrom(bytes))).toBe(true)
    }),
  )
})

test('bytes that would favour some letters are dropped', () => {
  const unfair = Uint8Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 255 : 0))
  expect(orderNumberFrom(unfair)).toBe('BLM-22222222-2222')
})

test('too few random bytes are an error, not a short number', () => {
  expect(() => orderNumberFrom(new Uint8Array(11))).toThrow(RangeError)
})

test('other texts are not order numbers', () => {
  expect(isOrderNumber('BLM-23456789-ABC')).toBe(false)
  expect(isOrderNumber('blm-23456789-abcd')).toBe(false)
  expect(isOrderNumber('BLM-23456780-ABCD')).toBe(false)
})
