import { expect, test } from 'vitest'
import { DEFAULT_RATES } from './rates.ts'
import { shippingBanner, shippingSentences } from './shipping-sentences.ts'

test('every sentence follows the rate', () => {
  expect(shippingSentences(DEFAULT_RATES.shipping, 4800)).toEqual([
    { place: 'Banner, every page', text: 'Free Shipping on Orders Over $75' },
    { place: 'Product pages', text: 'Free shipping from $75.00' },
    { place: 'Cart at $48.00', text: '$27.00 to free shipping' },
    { place: 'Checkout at $48.00', text: 'Shipping $9.99' },
    {
      place: 'Shipping page',
      text: 'Shipping costs $9.99 an order and is free when the oils in your cart come to $75.00 or more, before any discount.',
    },
  ])
})

test('the banner leaves out cents that are zero', () => {
  expect(shippingBanner({ flatCents: 500, freeFromCents: 6050 })).toBe('Free Shipping on Orders Over $60.50')
})

test.each([
  { flatCents: 500, freeFromCents: 0 },
  { flatCents: 0, freeFromCents: 7500 },
])('shipping that never costs anything is called free', (rate) => {
  expect(shippingSentences(rate, 4800).map(({ text }) => text)).toEqual([
    'Free Shipping on Every Order',
    'Free shipping',
    'This order ships free.',
    'Shipping Free',
    'Shipping is free.',
  ])
})
