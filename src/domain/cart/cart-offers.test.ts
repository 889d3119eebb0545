import { expect, test } from 'vitest'
import { cartChanges, type Offer } from './cart-offers.ts'
import { EMPTY_CART, reduceCart } from './cart.ts'

const marks = { skinTypes: ['dry'], cautions: [{ groups: ['nuts'], names: 'argan oil' }] } as const

const serum: Offer = {
  id: 'pure-bloom',
  name: 'Pure Bloom',
  image: '/pictures/pure-bloom-0123456789',
  pricing: { kind: 'sized', prices: { '1oz': 2500 } },
  soldOut: [],
  ...marks,
}
const oil: Offer = {
  id: 'body-oil',
  name: 'Body Oil',
  image: '/uploads/abc',
  pricing: { kind: 'single', priceCents: 4600, info: '4oz' },
  soldOut: [],
  ...marks,
}

const cart = [
  { productId: 'pure-bloom', name: 'Pure Bloom', price: 2500, image: serum.image, size: '1oz', marks } as const,
  { productId: 'body-oil', name: 'Body Oil', price: 4600, image: oil.image, marks },
].reduce((state, product) => reduceCart(state, { type: 'add', product }), EMPTY_CART)

test('leaves a cart at current prices unchanged', () => {
  expect(cartChanges(cart.items, [serum, oil])).toEqual([])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, oil] })).toEqual(cart)
})

test('applies and reports a changed price', () => {
  const dearer: Offer = { ...oil, pricing: { kind: 'single', priceCents: 4800, info: '4oz' } }
  expect(cartChanges(cart.items, [serum, dearer])).toEqual([
    { kind: 'price', name: 'Body Oil', size: undefined, fromCents: 4600, toCents: 4800 },
  ])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, dearer] }).total).toBe(7300)
})

test('removes a product or size that is no longer offered and names it', () => {
  const larger: Offer = { ...serum, pricing: { kind: 'sized', prices: { '2oz': 3400 } } }
  expect(cartChanges(cart.items, [larger])).toEqual([
    { kind: 'gone', name: 'Pure Bloom', size: '1oz' },
    { kind: 'gone', name: 'Body Oil', size: undefined },
  ])
  expect(reduceCart(cart, { type: 'reprice', offers: [larger] })).toEqual(EMPTY_CART)
})

test('removes what is sold out and reports it as sold out', () => {
  const empty: Offer = { ...oil, soldOut: ['single'] }
  expect(cartChanges(cart.items, [serum, empty])).toEqual([{ kind: 'sold-out', name: 'Body Oil', size: undefined }])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, empty] }).total).toBe(2500)
})

test('shows the current picture if the stored one is a name or was re-rendered, and keeps that of a size', () => {
  const shown = (image: string, offer: Offer) => {
    const { items } = reduceCart(EMPTY_CART, { type: 'merge', items: cart.items.map((item) => ({ ...item, image })) })
    return reduceCart({ items, total: 0 }, { type: 'reprice', offers: [offer] }).items.map((item) => item.image)
  }
  expect(shown('pure-bloom', serum)).toEqual([serum.image])
  expect(shown('', oil)).toEqual([oil.image])
  expect(shown('/pictures/pure-bloom-ffffffffff', serum)).toEqual([serum.image])
  expect(shown('/pictures/pure-bloom-4oz-ffffffffff', serum)).toEqual(['/pictures/pure-bloom-4oz-ffffffffff'])
  expect(shown('/uploads/other', oil)).toEqual(['/uploads/other'])
  expect(shown('/pictures/body-oil-ffffffffff', oil)).toEqual(['/pictures/body-oil-ffffffffff'])
})

test('applies a new name silently', () => {
  const renamed = { ...oil, name: 'Body Oil No. 2' }
  expect(cartChanges(cart.items, [serum, renamed])).toEqual([])
  expect(reduceCart(cart, { type: 'reprice', offers: [serum, renamed] }).items[1]?.name).toBe('Body Oil No. 2')
})

test('updates what is in a bottle, even one that was added before this was stored', () => {
  const old = {
    id: 'body-oil-single',
    productId: 'body-oil',
    name: 'Body Oil',
    price: 4600,
    image: 'body-oil',
    quantity: 1,
  }
  const changed: Offer = { ...oil, cautions: [{ groups: ['olive'], names: 'squalane' }] }
  const repriced = reduceCart({ items: [old], total: 4600 }, { type: 'reprice', offers: [changed] })
  expect(repriced.items[0]?.marks?.cautions).toEqual([{ groups: ['olive'], names: 'squalane' }])
})
