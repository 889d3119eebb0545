import { expect, test } from 'vitest'
import { DEFAULT_RATES } from './rates.ts'
import { freeShippingLine, shippingBanner, shippingSentences } from './shipping-sentences.ts'

test('every sentence is derived from the rate', () => {
  expect(shippingSentences(DEFAULT_RATES.shipping, 4800)).toEqual([
    { place: 'Banner, every page', text: 'Free Shipping on Orders Over $75' },
    { place: 'Product pages', text: 'Free shipping over $75' },
    { place: 'Cart at $48.00', text: 'You’re $27.00 away from free shipping' },
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
    'You’ve got free shipping',
    'Shipping Free',
    'Shipping is free.',
  ])
})

test.each([
  ['nothing yet', { cartCents: 0, addCents: 4400 }, 'Add this and you’re $31.00 away from free shipping', 4400],
  ['just added', { cartCents: 4400 }, 'You’re $31.00 away from free shipping', 4400],
  ['something else', { cartCents: 3000, addCents: 4400 }, 'Add this and you’re $1.00 away from free shipping', 7400],
  ['exactly there', { cartCents: 3100, addCents: 4400 }, 'Add this and you’ve got free shipping', 7500],
  ['a cent short', { cartCents: 7499 }, 'You’re $0.01 away from free shipping', 7499],
  ['reached', { cartCents: 7500 }, 'You’ve got free shipping', 7500],
  ['reached before adding', { cartCents: 9000, addCents: 4400 }, 'You’ve got free shipping', 9000],
])('counts the cart on the way to free shipping: %s', (_case, cart, text, reachedCents) => {
  const line = freeShippingLine(cart, DEFAULT_RATES.shipping)
  expect(line).toMatchObject({ text, reachedCents })
  expect(line.text).toContain(line.amount)
})
