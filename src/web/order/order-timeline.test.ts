import { expect, test } from 'vitest'
import { orderTimeline } from './order-timeline.ts'

const PLACED = { label: 'Placed', at: '2026-03-04T17:00:00.000Z' }
const PAID = { label: 'Paid', at: '2026-03-04T17:00:02.000Z' }
const CANCELLED = { label: 'Cancelled', at: '2026-03-04T18:00:00.000Z' }

test('what is to come follows what happened', () => {
  expect(
    orderTimeline({ status: 'paid', timeline: [PLACED, PAID] }).map(({ label, at }) => [label, Boolean(at)]),
  ).toEqual([
    ['Placed', true],
    ['Paid', true],
    ['Packed', false],
    ['Shipped', false],
  ])
})

test('a cancelled order promises nothing more', () => {
  const timeline = [PLACED, PAID, CANCELLED]
  expect(orderTimeline({ status: 'cancelled', timeline })).toEqual(timeline)
})
