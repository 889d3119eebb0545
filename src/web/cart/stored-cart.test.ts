import { expect, test } from 'vitest'
import { EMPTY_CART, MAX_LINES, reduceCart } from '#domain/cart/cart.ts'
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

test('keeps what is in a bottle, and drops what it can’t read', () => {
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

/** What is read from a cart whose second line was changed by hand, or by an older version of the shop. */
function readChanged(change: object) {
  const second = { ...cart.items[0], productId: 'second', id: 'second-1oz', ...change }
  return readCart(JSON.stringify({ version: 1, items: [cart.items[0], second] })).items
}

test('leaves out an impossible line, and keeps the others', () => {
  for (const change of [
    { quantity: 0 },
    { quantity: -3 },
    { quantity: 0.5 },
    { quantity: null },
    { quantity: '1' },
    { price: -1 },
    { price: 0 },
    { price: 0.5 },
    { price: 2 ** 53 },
    { size: '3oz' },
    { size: null },
    { productId: undefined },
    { name: {} },
    { image: null },
  ])
    expect(readChanged(change), JSON.stringify(change)).toEqual(cart.items)
  expect(readCart(JSON.stringify({ version: 1, items: [null, ...cart.items, 'x', []] }))).toEqual(cart)
})

test('caps a quantity at what an order accepts', () => {
  for (const [stored, read] of [
    [99, 99],
    [100, 99],
    [1e9, 99],
    [2.5, 2],
  ]) {
    const items = readChanged({ quantity: stored })
    expect(items, String(stored)).toHaveLength(2)
    expect(items[1]?.quantity, String(stored)).toBe(read)
  }
})

test('merges two lines of the same bottle, whatever their ids', () => {
  const [item] = cart.items
  const stored = (...lines: object[]) => readCart(JSON.stringify({ version: 1, items: lines })).items
  expect(stored({ ...item, quantity: 2 }, { ...item, quantity: 3 })).toEqual([{ ...item, quantity: 5 }])
  expect(stored({ ...item, quantity: 60 }, { ...item, id: 'x', quantity: 60 })).toEqual([{ ...item, quantity: 99 }])
  expect(stored({ ...item, id: 1 })).toEqual(cart.items)
})

test('keeps as many lines as an order accepts', () => {
  const lines = Array.from({ length: MAX_LINES + 10 }, (_, index) => ({ ...cart.items[0], productId: `oil-${index}` }))
  const { items } = readCart(JSON.stringify({ version: 1, items: lines }))
  expect(items.map(({ productId }) => productId)).toEqual(lines.slice(0, MAX_LINES).map(({ productId }) => productId))
})

test('does not trust a stored total', () => {
  expect(readCart(JSON.stringify({ version: 1, items: cart.items, total: 1 })).total).toBe(2500)
})
