import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartCount, type Cart, type CartAction, EMPTY_CART, lineId, MAX_QUANTITY, reduceCart } from './cart.ts'

const pureBloom = {
  productId: 'pure-bloom',
  name: 'Pure Bloom',
  price: 2500,
  image: 'pure-bloom',
  size: '1oz',
} as const
const bodyOil = {
  productId: 'floral-wood-body-oil',
  name: 'Floral Wood Body Oil',
  price: 4600,
  image: 'floral-wood-body-oil',
}

function run(...actions: CartAction[]): Cart {
  return actions.reduce(reduceCart, EMPTY_CART)
}

function assertTotalsAddUp(cart: Cart) {
  expect(cart.total).toBe(cart.items.reduce((sum, item) => sum + item.price * item.quantity, 0))
  expect(new Set(cart.items.map((item) => item.id)).size).toBe(cart.items.length)
  for (const item of cart.items) {
    expect(item.quantity).toBeGreaterThanOrEqual(1)
    expect(item.quantity).toBeLessThanOrEqual(MAX_QUANTITY)
  }
}

test('starts empty', () => {
  expect(EMPTY_CART).toEqual({ items: [], total: 0 })
  expect(cartCount(EMPTY_CART)).toBe(0)
})

test('increments the quantity when the same product and size is added', () => {
  const cart = run({ type: 'add', product: pureBloom }, { type: 'add', product: pureBloom })
  expect(cart.items).toHaveLength(1)
  expect(cart.items[0]).toMatchObject({ id: 'pure-bloom-1oz', quantity: 2 })
  expect(cart.total).toBe(5000)
  assertTotalsAddUp(cart)
})

test('adds another size as another line', () => {
  const cart = run(
    { type: 'add', product: pureBloom },
    { type: 'add', product: { ...pureBloom, size: '2oz', price: 3400 } },
  )
  expect(cart.items.map((item) => item.id)).toEqual(['pure-bloom-1oz', 'pure-bloom-2oz'])
  expect(cart.total).toBe(5900)
})

test('uses the line key single for a product without sizes', () => {
  expect(lineId('floral-wood-body-oil', undefined)).toBe('floral-wood-body-oil-single')
  expect(run({ type: 'add', product: bodyOil }).items[0]?.id).toBe('floral-wood-body-oil-single')
})

test('removes a line at a quantity of zero or less', () => {
  const added = run({ type: 'add', product: pureBloom }, { type: 'add', product: bodyOil })
  expect(reduceCart(added, { type: 'update-quantity', id: 'pure-bloom-1oz', quantity: 0 }).items).toHaveLength(1)
  expect(reduceCart(added, { type: 'update-quantity', id: 'pure-bloom-1oz', quantity: -3 }).items).toHaveLength(1)
})

test('leaves nothing behind after removing and clearing', () => {
  const added = run({ type: 'add', product: pureBloom })
  expect(reduceCart(added, { type: 'remove', id: 'pure-bloom-1oz' })).toEqual(EMPTY_CART)
  expect(reduceCart(added, { type: 'clear' })).toEqual(EMPTY_CART)
})

test('leaves other lines unchanged when one line changes', () => {
  const two = run({ type: 'add', product: pureBloom }, { type: 'add', product: bodyOil })
  const lines = (action: CartAction) => reduceCart(two, action).items.map(({ id, quantity }) => [id, quantity])
  expect(lines({ type: 'add', product: pureBloom })).toEqual([
    ['pure-bloom-1oz', 2],
    ['floral-wood-body-oil-single', 1],
  ])
  const withoutFirst = [['floral-wood-body-oil-single', 1]]
  expect(lines({ type: 'remove', id: 'pure-bloom-1oz' })).toEqual(withoutFirst)
  expect(lines({ type: 'update-quantity', id: 'pure-bloom-1oz', quantity: 0 })).toEqual(withoutFirst)
})

test('ignores NaN and fractions', () => {
  const added = run({ type: 'add', product: pureBloom })
  expect(reduceCart(added, { type: 'update-quantity', id: 'pure-bloom-1oz', quantity: Number.NaN })).toBe(added)
  expect(reduceCart(added, { type: 'update-quantity', id: 'pure-bloom-1oz', quantity: 1.5 })).toBe(added)
})

test('caps a line at 99', () => {
  const full = reduceCart(run({ type: 'add', product: pureBloom }), {
    type: 'update-quantity',
    id: 'pure-bloom-1oz',
    quantity: 500,
  })
  expect(cartCount(full)).toBe(99)
  expect(cartCount(reduceCart(full, { type: 'add', product: pureBloom }))).toBe(99)
})

test('takes no 51st line, but still more of what is in the cart', () => {
  const lines = Array.from({ length: 50 }, (_, index) => ({ ...pureBloom, productId: `oil-${index}` }))
  const full = run(...lines.map((product) => ({ type: 'add', product }) as const))
  expect(reduceCart(full, { type: 'add', product: pureBloom })).toEqual(full)
  expect(reduceCart(full, { type: 'merge', items: run({ type: 'add', product: pureBloom }).items })).toEqual(full)
  expect(cartCount(reduceCart(full, { type: 'add', product: { ...pureBloom, productId: 'oil-0' } }))).toBe(51)
})

test('keeps the totals consistent through any sequence of actions', () => {
  const id = fc.constantFrom('pure-bloom-1oz', 'floral-wood-body-oil-single', 'unknown')
  const action: fc.Arbitrary<CartAction> = fc.oneof(
    fc.constantFrom(pureBloom, bodyOil).map((product) => ({ type: 'add' as const, product })),
    id.map((value) => ({ type: 'remove' as const, id: value })),
    fc.record({ type: fc.constant('update-quantity' as const), id, quantity: fc.integer({ min: -5, max: 200 }) }),
    fc.constant({ type: 'clear' as const }),
  )
  fc.assert(fc.property(fc.array(action, { maxLength: 40 }), (actions) => assertTotalsAddUp(run(...actions))))
})
