import { expect, test } from 'vitest'
import { DEFAULT_PACKAGING, packageSizeOf, weightText } from './package-size.ts'

test('weighs the box and each bottle by its size', () => {
  const lines = [
    { size: '1oz' as const, quantity: 2 },
    { size: '4oz' as const, quantity: 1 },
    { size: null, quantity: 1 },
  ]
  expect(packageSizeOf(lines, DEFAULT_PACKAGING)).toEqual({ weightOz: 25.5, lengthIn: 8, widthIn: 6, heightIn: 4 })
})

test('rounds up to a tenth of an ounce, but not because of floating-point error', () => {
  const rules = { ...DEFAULT_PACKAGING, boxOz: 0.1, bottleOz: { '1oz': 0.2, '2oz': 0.21, '4oz': 1, other: 1 } }
  expect(packageSizeOf([{ size: '1oz', quantity: 1 }], rules).weightOz).toBe(0.3)
  expect(packageSizeOf([{ size: '2oz', quantity: 1 }], rules).weightOz).toBe(0.4)
})

test('formats a weight as scales do', () => {
  expect(weightText(3)).toBe('3 oz')
  expect(weightText(16)).toBe('1 lb')
  expect(weightText(25.5)).toBe('1 lb 9.5 oz')
})
