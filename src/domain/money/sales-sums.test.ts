import { expect, test } from 'vitest'
import { type SalesDay, sumSales } from './sales-sums.ts'

const day = (name: string, sums: Partial<SalesDay>): SalesDay => ({
  day: name,
  orderCount: 0,
  salesCents: 0,
  refundCents: 0,
  codeOrderCount: 0,
  codeCount: 0,
  ...sums,
})
const DAYS = [
  day('2026-03-01', { orderCount: 2, salesCents: 10_001, codeOrderCount: 1, codeCount: 4 }),
  day('2026-03-02', { refundCents: 4000 }),
  day('2026-03-04', { orderCount: 1, salesCents: 2500, refundCents: 500 }),
]
const RATINGS = [
  { day: '2026-03-01', reviewCount: 2, ratingSum: 9 },
  { day: '2026-03-03', reviewCount: 1, ratingSum: 3 },
]

test.each([
  ['2026-03-01', '2026-03-01', { netCents: 10_001, averageCents: 5001, averageRating: 4.5, codeCount: 4 }],
  // Refunded on a day without sales: that day is below zero, the day of the sale stays as it was.
  ['2026-03-02', '2026-03-02', { netCents: -4000, averageCents: undefined, averageRating: undefined, orderCount: 0 }],
  [
    '2026-03-01',
    '2026-03-04',
    { salesCents: 12_501, refundCents: 4500, netCents: 8001, averageCents: 4167, averageRating: 4 },
  ],
  ['2026-03-03', '2026-03-03', { salesCents: 0, netCents: 0, averageCents: undefined, reviewCount: 1 }],
  ['2026-03-05', '2026-03-09', { orderCount: 0, netCents: 0, reviewCount: 0 }],
])('from %s to %s, sales add up to %o', (from, to, expected) => {
  expect(sumSales(DAYS, RATINGS, { from, to })).toMatchObject(expected)
})
