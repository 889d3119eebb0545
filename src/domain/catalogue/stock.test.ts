import { expect, test } from 'vitest'
import { firstChoice, isSoldOut } from './stock.ts'

const sized = { kind: 'sized', prices: { '1oz': 2500, '2oz': 3400 } } as const
const single = { kind: 'single', priceCents: 4600, info: '4oz' } as const

test('selects the first size in stock, or the first one if all are sold out', () => {
  expect(firstChoice({ pricing: sized, soldOut: [] })).toBe('1oz')
  expect(firstChoice({ pricing: sized, soldOut: ['1oz'] })).toBe('2oz')
  expect(firstChoice({ pricing: sized, soldOut: ['1oz', '2oz'] })).toBe('1oz')
  expect(firstChoice({ pricing: single, soldOut: ['single'] })).toBeUndefined()
})

test('treats each size separately, and a single-size product without one', () => {
  expect(isSoldOut({ soldOut: ['1oz'] }, '1oz')).toBe(true)
  expect(isSoldOut({ soldOut: ['1oz'] }, '2oz')).toBe(false)
  expect(isSoldOut({ soldOut: ['single'] }, undefined)).toBe(true)
})
