import { expect, test } from 'vitest'
import { floors, trendPercent } from './trend.ts'

const every = (count: number, valueAt: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => ({ at: index * 10, value: valueAt(index) }))

test('a stable value has no trend, however much it goes up and down', () => {
  expect(trendPercent(every(100, () => 300))).toBe(0)
  expect(Math.abs(trendPercent(every(400, (index) => 300 + (index % 4) * 50)))).toBeLessThan(1)
})

test('a value that grows by a tenth from first to last has a trend of ten percent', () => {
  expect(trendPercent(every(101, (index) => 300 + index * 0.3))).toBeCloseTo(10)
  expect(trendPercent(every(101, (index) => 330 - index * 0.33))).toBeCloseTo(-10)
})

test('a leak shows in what remains after garbage collection', () => {
  const sawtooth = (leak: number) => every(120, (index) => 100 + (index % 12) * 40 + index * leak)
  expect(trendPercent(floors(sawtooth(0), 10))).toBe(0)
  expect(trendPercent(floors(sawtooth(0.2), 10))).toBeGreaterThan(15)
})

test('two samples are no trend', () => {
  expect(() => trendPercent(every(2, () => 1))).toThrow('three samples')
})
