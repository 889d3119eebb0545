import { expect, test } from 'vitest'
import { TEST_CARDS } from '../test-cards.ts'
import { digitsOf } from './card-fields.js'
import { brandOf, groupDigits, isCardNumber, isExpired, readExpiry } from './card-numbers.js'

test('digits are grouped as they are on the card', () => {
  expect(groupDigits('4111111111111111')).toBe('4111 1111 1111 1111')
  expect(groupDigits('340000000000009')).toBe('3400 000000 00009')
  expect(groupDigits('30000000000004')).toBe('3000 000000 0004')
  expect(groupDigits('41111')).toBe('4111 1')
})

test('recognizes brands by their first digits', () => {
  expect(brandOf('').code).toBe('OTHER_BRAND')
  expect(brandOf('5105').code).toBe('MASTERCARD')
  expect(brandOf('2221').code).toBe('MASTERCARD')
  expect(brandOf('6011').code).toBe('DISCOVER')
  expect(brandOf('3569').code).toBe('JCB')
  expect(brandOf('6222').code).toBe('CHINA_UNIONPAY')
  expect(brandOf('34').cvvLength).toBe(4)
})

test('every test card passes the form', () => {
  expect(TEST_CARDS.filter(({ number }) => !isCardNumber(number))).toEqual([])
  expect(isCardNumber('4111111111111112')).toBe(false)
})

test('a card is valid until the end of its month', () => {
  const today = new Date(2026, 10, 15)
  expect(isExpired({ month: 11, year: 2026 }, today)).toBe(false)
  expect(isExpired({ month: 10, year: 2026 }, today)).toBe(true)
  expect(readExpiry('1326')).toBeUndefined()
  expect(readExpiry('0140')).toEqual({ month: 1, year: 2040 })
})

test('an expiry may be typed or pasted in several ways', () => {
  expect(digitsOf('expirationDate', '4')).toBe('04')
  expect(digitsOf('expirationDate', '1/')).toBe('01')
  expect(digitsOf('expirationDate', '12/2035')).toBe('1235')
  expect(digitsOf('expirationDate', '12/35')).toBe('1235')
})
