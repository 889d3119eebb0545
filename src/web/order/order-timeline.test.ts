import { expect, test } from 'vitest'
import { orderTimeline } from './order-timeline.ts'

const PLACED = { label: 'Placed', at: '2026-03-04T17:00:00.000Z' }
const PAID = { label: 'Paid', at: '2026-03-04T17:00:02.000Z' }
const CANCELLED = { label: 'Cancelled', at: '2026-03-04T18:00:00.000Z' }

test('lists upcoming steps after past ones', () => {
  expect(
    orderTimeline({ status: 'paid', timeline: [PLACED, PAID] }).map(({ label, at }) => [label, Boolean(at)]),
  ).toEqual([
    ['Placed', true],
    ['Paid', true],
    ['Packed', false],
    ['Shipped', false],
  ])
})

test('shows no upcoming steps for a canceled order', () => {
  const timeline = [PLACED, PAID, CANCELLED]
  expect(orderTimeline({ status: 'cancelled', timeline })).toEqual(timeline)
})
