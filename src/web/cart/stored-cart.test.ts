import { expect, test } from 'vitest'
import { EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { readCart, writeCart } from './stored-cart.ts'

const cart = reduceCart(EMPTY_CART, {
  type: 'add',
  product: { productId: 'pure-bloom', name: 'Pure Bloom', price: 2500, image: 'pure-bloom', size: '1oz' },
})

test('survives being stored', () => {
  expect(readCart(writeCart(cart))).toEqual(cart)
})

test('reads nothing, garbage and other versions as an empty cart', () => {
  for (const stored of [null, '', '{', '[]', '42', '{"version":0,"items":[]}', '{"version":1}']) {
    expect(readCart(stored)).toEqual(EMPTY_CART)
  }
})

test('drops impossible lines', () => {
  const item = cart.items[0]
  for (const change of [{ quantity: 0 }, { quantity: 1.5 }, { quantity: 100 }, { price: -1 }, { size: '3oz' }]) {
    expect(readCart(JSON.stringify({ version: 1, items: [{ ...item, ...change }] }))).toEqual(EMPTY_CART)
  }
})

test('does not trust a stored total', () => {
  expect(readCart(JSON.stringify({ version: 1, items: cart.items, total: 1 })).total).toBe(2500)
})
