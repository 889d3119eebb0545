import { expect, test } from 'vitest'
import { cartChanges, type Offer } from './cart-offers.ts'
import { EMPTY_CART, reduceCart } from './cart.ts'

const serum: Offer = {
  id: 'pure-bloom',
  name: 'Pure Bloom',
  pricing: { kind: 'sized', prices: { '1oz': 2500 } },
  soldOut: [],
}
const oil: Offer = {
  id: 'body-oil',
  name: 'Body Oil',
  pricing: { kind: 'single', priceCents: 4600, info: '4oz' },
  soldOut: [],
}

const cart = [
  { productId: 'pure-bloom', name: 'Pure Bloom', price: 2500, image: 'pure-bloom', size: '1oz' } as const,
  { productId: 'body-oil', name: 'Body Oil', price: 4600, image: 'body-oil' },
].reduce((state, product) => reduceCart(state, { type: 'add', product }), EMPTY_CART)

test('a cart at today’s prices does not change', () => {
  expect(cartChanges(cart.items, [serum, oil])).toEqual([])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, oil] })).toEqual(cart)
})

test('a price that moved is taken over and said', () => {
  const dearer: Offer = { ...oil, pricing: { kind: 'single', priceCents: 4800, info: '4oz' } }
  expect(cartChanges(cart.items, [serum, dearer])).toEqual([
    { kind: 'price', name: 'Body Oil', size: undefined, fromCents: 4600, toCents: 4800 },
  ])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, dearer] }).total).toBe(7300)
})

test('a product that is gone and a size that is no longer offered leave the cart by name', () => {
  const larger: Offer = { ...serum, pricing: { kind: 'sized', prices: { '2oz': 3400 } } }
  expect(cartChanges(cart.items, [larger])).toEqual([
    { kind: 'gone', name: 'Pure Bloom', size: '1oz' },
    { kind: 'gone', name: 'Body Oil', size: undefined },
  ])
  expect(reduceCart(cart, { type: 'reprice', offers: [larger] })).toEqual(EMPTY_CART)
})

test('what is sold out leaves the cart and is called that', () => {
  const empty: Offer = { ...oil, soldOut: ['single'] }
  expect(cartChanges(cart.items, [serum, empty])).toEqual([{ kind: 'sold-out', name: 'Body Oil', size: undefined }])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, empty] }).total).toBe(2500)
})

test('a new name is taken over without a word', () => {
  const renamed = { ...oil, name: 'Body Oil No. 2' }
  expect(cartChanges(cart.items, [serum, renamed])).toEqual([])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, renamed] }).items[1]?.name).toBe('Body Oil No. 2')
})
