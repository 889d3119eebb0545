import { expect, test } from 'vitest'
import { wrongShipping, wrongTax } from './contradictions.ts'

const rate = { flatCents: 500, freeFromCents: 6000 }

test.each([
  ['Free shipping over $50', '$50'],
  ['Orders over $75 ship free', '$75'],
  ['Shipping costs $9.99 and is free from $60.00.', '$9.99'],
  ['Our oils start at $25. Delivery is $5.99!', '$5.99'],
  ['**Free delivery** from $1,060.00', '$1,060.00'],
])('finds what is wrong in %o', (text, amount) => expect(wrongShipping(text, rate)).toBe(amount))

test.each([
  'Free shipping over $60',
  'Shipping costs $5.00 and is free from $60.00, before any discount.',
  'Bottles from $25. We ship within the US.',
  'A gift card of $75',
  '',
])('finds nothing wrong in %o', (text) => expect(wrongShipping(text, rate)).toBeUndefined())

test('every amount is wrong where shipping is free', () => {
  expect(wrongShipping('Free shipping over $60', { flatCents: 0, freeFromCents: 0 })).toBe('$60')
})

test('finds a sales tax rate that is not charged', () => {
  const tax = { tax: { UT: 725, CO: 290 } }
  expect(wrongTax('Orders to Utah carry 7.15% sales tax.', tax)).toBe('7.15%')
  expect(wrongTax('We charge 7.25 % tax in Utah and 2.9% in Colorado', tax)).toBeUndefined()
  expect(wrongTax('100% botanical', tax)).toBeUndefined()
})

test('reads thousands, whole percentages, and a space before the sign', () => {
  expect(wrongShipping('Free shipping over $1,060', { flatCents: 500, freeFromCents: 106_000 })).toBeUndefined()
  const tax = { tax: { UT: 725, WA: 1000 } }
  expect(wrongTax('Tax is 7% in Utah', tax)).toBe('7%')
  expect(wrongTax('Tax is 7.15 % in Utah', tax)).toBe('7.15 %')
  expect(wrongTax('Tax is 10% in Washington', tax)).toBeUndefined()
  expect(wrongTax('Tax is 11% in Washington', tax)).toBe('11%')
})
