import { expect, test } from 'vitest'
import { addedTaxCents } from './address-tax.ts'

const rates = { UT: 715 }
const taxed = { subtotalCents: 10_000, discountCents: 1000, taxCents: 644 }
const untaxed = { ...taxed, taxCents: 0 }

test.each([
  ['within a state with tax', taxed, 'UT', 0],
  ['from a state with tax to one without', taxed, 'NY', -644],
  ['between states without tax', untaxed, 'NY', 0],
  ['into a state with tax, after the discount', untaxed, 'UT', 644],
])('adds the tax of the new state: %s', (_, order, state, cents) => {
  expect(addedTaxCents(order, state, rates)).toBe(cents)
})

test('adds nothing to a free replacement', () => {
  expect(addedTaxCents({ subtotalCents: 10_000, discountCents: 10_000, taxCents: 0 }, 'UT', rates)).toBe(0)
})
