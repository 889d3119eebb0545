import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrderNumber, ORDER_NUMBER_ALPHABET, orderNumberFrom } from './order-number.ts'

test('has the format BLM-XXXXXXXX-XXXX', () => {
  const number = orderNumberFrom(Uint8Array.from({ length: 32 }, (_, index) => index))
  expect(number).toBe('BLM-23456789-ABCD')
  expect(isOrderNumber(number)).toBe(true)
})

test('uses no ambiguous characters', () => {
  for (const lookAlike of '01ILOUV') expect(ORDER_NUMBER_ALPHABET).not.toContain(lookAlike)
})

test('makes a valid number from any 32 random bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32, max: 231 }), (bytes) => {
      expect(isOrderNumber(orderNumberFrom(bytes))).toBe(true)
    }),
  )
})

test('drops bytes that would bias the letters', () => {
  const unfair = Uint8Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 255 : 0))
  expect(orderNumberFrom(unfair)).toBe('BLM-22222222-2222')
})

test('throws on too few random bytes instead of returning a short number', () => {
  expect(() => orderNumberFrom(new Uint8Array(11))).toThrow(RangeError)
})

test('rejects other texts', () => {
  expect(isOrderNumber('BLM-23456789-ABC')).toBe(false)
  expect(isOrderNumber('blm-23456789-abcd')).toBe(false)
  expect(isOrderNumber('BLM-23456780-ABCD')).toBe(false)
})
