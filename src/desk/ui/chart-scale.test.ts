import { expect, test } from 'vitest'
import { chartHeight, gridLines } from './chart-scale.ts'

test.each([
  [[], [0]],
  [[0, 0], [0]],
  [[1], [0, 100]],
  [
    [98_401, 71_520],
    [0, 50_000, 100_000],
  ],
  [[120_455], [0, 100_000, 200_000]],
  [[39_000], [0, 20_000, 40_000]],
  [[46_000], [0, 25_000, 50_000]],
  [[450], [0, 500]],
  [[-2500], [-4000, -2000, 0]],
  [
    [90_000, -20_000],
    [-50_000, 0, 50_000, 100_000],
  ],
])('%j has lines at %j', (values, lines) => {
  expect(gridLines(values)).toEqual(lines)
})

test('puts the lowest line at the bottom and the highest at the top', () => {
  expect([-50, 0, 50, 100].map(chartHeight([-50, 0, 50, 100], 120))).toEqual([120, 80, 40, 0])
  expect(chartHeight([0], 120)(0)).toBe(120)
})
