import { expect, test } from 'vitest'
import { EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { readCart, writeCart } from './stored-cart.ts'

const cart = reduceCart(EMPTY_CART, {
  type: 'add',
  product: { productId: 'pure-bloom', name: 'Pure Bloom', price: 2500, image: 'pure-bloom', size: '1oz' },
})

test('survives being stored', () => {
  expect(readCart(writeCart(cart))).toEqual(cart)
  const single = reduceCart(EMPTY_CART, {
    type: 'add',
    product: { productId: 'set', name: 'Set', price: 9000, image: 'set' },
  })
  expect(readCart(writeCart(single))).toEqual(single)
})

test('keeps what is in a bottle, and drops what it can’t read of it', () => {
  const marks = { skinTypes: ['dry'], cautions: [{ groups: ['nuts'], names: 'argan oil' }] } as const
  const [item] = cart.items
  const stored = (found: unknown) => JSON.stringify({ version: 1, items: [{ ...item, marks: found }] })
  expect(readCart(stored(marks)).items).toEqual([{ ...item, marks }])
  for (const garbage of [
    null,
    'x',
    {},
    { skinTypes: [] },
    { skinTypes: [], cautions: [null] },
    { skinTypes: [], cautions: [{ groups: 'nuts', names: '' }] },
  ])
    expect(readCart(stored(garbage)).items, JSON.stringify(garbage)).toEqual([item])
})

test('reads nothing, garbage and other versions as an empty cart', () => {
  for (const stored of [null, '', '{', '[]', '42', '{"version":0,"items":[]}', '{"version":1}']) {
    expect(readCart(stored)).toEqual(EMPTY_CART)
  }
})

test('drops impossible lines', () => {
  const item = cart.items[0]
  for (const change of [
    { quantity: 0 },
    { quantity: 1.5 },
    { quantity: 100 },
    { quantity: '1' },
    { price: -1 },
    { price: 0 },
    { price: 0.5 },
    { price: 2 ** 53 },
    { size: '3oz' },
    { size: null },
    { id: 1 },
    { productId: undefined },
    { name: {} },
    { image: null },
  ]) {
    const stored = JSON.stringify({ version: 1, items: [item, { ...item, ...change }] })
    expect(readCart(stored), stored).toEqual(EMPTY_CART)
  }
  expect(readCart(JSON.stringify({ version: 1, items: [item, null] }))).toEqual(EMPTY_CART)
})

test('drops a cart with more lines than anyone fills', () => {
  const item = cart.items[0]
  const stored = (lines: number) => JSON.stringify({ version: 1, items: Array.from({ length: lines }, () => item) })
  expect(readCart(stored(50)).items).toHaveLength(50)
  expect(readCart(stored(51))).toEqual(EMPTY_CART)
})

test('does not trust a stored total', () => {
  expect(readCart(JSON.stringify({ version: 1, items: cart.items, total: 1 })).total).toBe(2500)
})
