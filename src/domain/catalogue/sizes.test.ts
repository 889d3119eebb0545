import { expect, test } from 'vitest'
import { basePriceCents, isSize, lostSizes, offeredSizes, ounces, priceOf, type Pricing } from './sizes.ts'

const restore = { kind: 'sized', prices: { '4oz': 7000, '1oz': 2200, '2oz': 3800 } } as const satisfies Pricing
const bodyOil = { kind: 'single', priceCents: 4600, info: '4oz' } as const satisfies Pricing

test('offers sizes smallest first, whatever the order of the data', () => {
  expect(offeredSizes(restore)).toEqual(['1oz', '2oz', '4oz'])
  expect(offeredSizes(bodyOil)).toEqual([])
})

test('requires the right size for a price', () => {
  expect(priceOf(restore, '2oz')).toBe(3800)
  expect(priceOf(restore, undefined)).toBeUndefined()
  expect(priceOf({ kind: 'sized', prices: { '1oz': 3500 } }, '4oz')).toBeUndefined()
  expect(priceOf(bodyOil, undefined)).toBe(4600)
  expect(priceOf(bodyOil, '4oz')).toBeUndefined()
})

test('uses the price of the largest size as the base price', () => {
  expect(basePriceCents(restore)).toBe(7000)
  expect(basePriceCents(bodyOil)).toBe(4600)
  expect(basePriceCents({ kind: 'sized', prices: {} })).toBe(0)
})

test('names the sizes that a change of prices takes off sale', () => {
  const without = (...sizes: ('1oz' | '2oz' | '4oz')[]): Pricing => ({
    kind: 'sized',
    prices: Object.fromEntries(Object.entries(restore.prices).filter(([size]) => !sizes.some((one) => one === size))),
  })
  expect(lostSizes(restore, restore)).toEqual([])
  expect(lostSizes(restore, without('1oz', '4oz'))).toEqual(['1oz', '4oz'])
  expect(lostSizes(without('2oz'), restore)).toEqual([])
  expect(lostSizes(restore, bodyOil)).toEqual(['1oz', '2oz', '4oz'])
  expect(lostSizes(bodyOil, restore)).toEqual(['its one size'])
  expect(lostSizes(bodyOil, { ...bodyOil, priceCents: 1 })).toEqual([])
})

test('recognizes only the three sizes', () => {
  expect(isSize('1oz')).toBe(true)
  expect(isSize('3oz')).toBe(false)
  expect(isSize(['1oz'])).toBe(false)
  expect(ounces('4oz')).toBe(4)
})
