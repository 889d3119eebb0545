import { expect, test } from 'vitest'
import { readSize } from './size-in-words.ts'

test.each([
  ['1oz', '1oz'],
  ['2 oz', '2oz'],
  ['4 OZ.', '4oz'],
  ['1 fl. oz.', '1oz'],
  ['2-ounce', '2oz'],
  ['4.0 ounces', '4oz'],
  ['1 oz / 30 ml', '1oz'],
  ['1 fl oz (29.5 mL)', '1oz'],
  ['60ml', '2oz'],
  ['120 ml', '4oz'],
] as const)('reads %s', (written, size) => {
  expect(readSize(written)).toBe(size)
})

test.each(['', '8 oz', '1.7 oz', '50 ml', 'Large', '1', 'oz', '1 oz Amber', '1 oz / Amber', '1ozz', '-1 oz', '10 oz'])(
  'does not guess what “%s” is',
  (written) => {
    expect(readSize(written)).toBeUndefined()
  },
)
