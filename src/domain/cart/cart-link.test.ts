import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SIZES } from '../catalogue/sizes.ts'
import { linkedItems, readCartLink, writeCartLink } from './cart-link.ts'
import { type CartItem, EMPTY_CART, lineId, MAX_QUANTITY, reduceCart } from './cart.ts'

function item(productId: string, size: (typeof SIZES)[number] | undefined, quantity: number): CartItem {
  const id = lineId(productId, size)
  return { id, productId, name: productId, price: 100, image: productId, quantity, ...(size && { size }) }
}

test('reads back what it writes', () => {
  const line = fc.record({
    productId: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+){0,3}$/).filter((text) => text.length <= 100),
    size: fc.option(fc.constantFrom(...SIZES), { nil: undefined }),
    quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 50 }), (lines) => {
      const link = writeCartLink(lines.map(({ productId, size, quantity }) => item(productId, size, quantity)))
      expect(readCartLink(link)).toEqual(lines)
      expect(encodeURIComponent(link)).toBe(link)
    }),
  )
})

test('refuses a link entirely if any part of it is invalid', () => {
  const refused = [
    '',
    'pure-bloom',
    'pure-bloom.1oz',
    'pure-bloom.3oz.1',
    'pure-bloom.1oz.0',
    'pure-bloom.1oz.-1',
    'pure-bloom.1oz.1.5',
    'pure-bloom.1oz.100',
    'pure-bloom.1oz.1e1',
    '../etc.1oz.1',
    '__proto__.1oz.1',
    '<b>.1oz.1',
    'pure-bloom.1oz.1~',
    'pure-bloom.1oz.1~nonsense',
    Array.from({ length: 51 }, () => 'pure-bloom.1oz.1').join('~'),
  ]
  for (const text of refused) expect(readCartLink(text), text).toBeUndefined()
})

test('fits a cart of fifty lines', () => {
  expect(readCartLink(Array.from({ length: 50 }, () => 'pure-bloom.1oz.1').join('~'))).toHaveLength(50)
})

test('uses the shop’s names and prices, and drops what it does not sell', () => {
  const marks = { skinTypes: ['dry'], cautions: [{ groups: ['nuts'], names: 'argan oil' }] } as const
  const offers = [
    {
      id: 'pure-bloom',
      name: 'Pure Bloom',
      image: '/pictures/pure-bloom-0123456789',
      pricing: { kind: 'sized', prices: { '1oz': 2500 } },
      soldOut: [],
      ...marks,
    } as const,
    {
      id: 'body-oil',
      name: 'Body Oil',
      image: '/pictures/body-oil-0123456789',
      pricing: { kind: 'single', priceCents: 4600, info: null },
      soldOut: [],
      ...marks,
    } as const,
    {
      id: 'hair-oil',
      name: 'Hair Oil',
      image: '/pictures/hair-oil-0123456789',
      pricing: { kind: 'single', priceCents: 4800, info: null },
      soldOut: ['single'],
      ...marks,
    } as const,
  ]
  const lines = readCartLink('pure-bloom.1oz.2~pure-bloom.4oz.1~body-oil..1~hair-oil..1~gone..1') ?? []
  const items = linkedItems(lines, offers)
  expect(items).toStrictEqual([
    {
      ...item('pure-bloom', '1oz', 2),
      name: 'Pure Bloom',
      image: '/pictures/pure-bloom-0123456789',
      price: 2500,
      marks,
    },
    { ...item('body-oil', undefined, 1), name: 'Body Oil', image: '/pictures/body-oil-0123456789', price: 4600, marks },
  ])
})

test('adds to existing lines when merging, up to the maximum quantity', () => {
  const cart = reduceCart(EMPTY_CART, { type: 'merge', items: [item('a', '1oz', 98), item('b', undefined, 1)] })
  const merged = reduceCart(cart, { type: 'merge', items: [item('a', '1oz', 5), item('c', '2oz', 2)] })
  expect(merged.items.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['a', MAX_QUANTITY],
    ['b', 1],
    ['c', 2],
  ])
  expect(merged.total).toBe((99 + 1 + 2) * 100)
})
