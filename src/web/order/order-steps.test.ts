import { expect, test } from 'vitest'
import { orderSteps } from './order-steps.ts'

const PLACED = { label: 'Placed', at: '2026-11-16T17:00:00.000Z' }
const PAID = { label: 'Paid', at: '2026-11-16T17:00:02.000Z' }
const PACKED = { label: 'Packed', at: '2026-11-17T17:00:00.000Z' }
const SHIPPED = { label: 'Shipped', at: '2026-11-17T20:00:00.000Z' }
const DELIVERED = { label: 'Delivered', at: '2026-11-19T20:00:00.000Z' }
const arrival = { shipBy: '2026-11-18', from: '2026-11-20', to: '2026-11-23' }

function lines(order: Parameters<typeof orderSteps>[0]): string[] {
  return orderSteps(order).map(({ title, when, isDone }) => `${isDone ? 'x' : '-'} ${title}: ${when}`)
}

test('dates what happens next', () => {
  expect(lines({ status: 'paid', timeline: [PLACED, PAID], arrival })).toEqual([
    'x Order placed: Mon, Nov 16',
    '- Packed: ',
    '- On its way: By Wed, Nov 18',
    '- Usually arrives: Fri, Nov 20 to Mon, Nov 23',
  ])
})

test('shows no date that is unknown', () => {
  expect(lines({ status: 'paid', timeline: [PLACED, PAID], arrival: null })).toEqual([
    'x Order placed: Mon, Nov 16',
    '- Packed: ',
    '- On its way: ',
    '- At your door: ',
  ])
})

test('follows the package', () => {
  const onItsWay = { shipBy: null, from: '2026-11-19', to: '2026-11-20' }
  expect(lines({ status: 'shipped', timeline: [PLACED, PAID, PACKED, SHIPPED], arrival: onItsWay })).toEqual([
    'x Order placed: Mon, Nov 16',
    'x Packed: Tue, Nov 17',
    'x On its way: Tue, Nov 17',
    '- Usually arrives: Thu, Nov 19 to Fri, Nov 20',
  ])
  expect(lines({ status: 'delivered', timeline: [PLACED, PAID, SHIPPED, DELIVERED], arrival: null })).toEqual([
    'x Order placed: Mon, Nov 16',
    'x On its way: Tue, Nov 17',
    'x Delivered: Thu, Nov 19',
  ])
})

test('an order that has ended has no next step', () => {
  const timeline = [PLACED, PAID, { label: 'Cancelled', at: '2026-11-16T18:00:00.000Z' }]
  expect(lines({ status: 'cancelled', timeline, arrival: null })).toEqual([
    'x Order placed: Mon, Nov 16',
    'x Canceled: Mon, Nov 16',
  ])
})

test('uses the shop’s days', () => {
  const late = { label: 'Placed', at: '2026-11-17T04:00:00.000Z' }
  expect(lines({ status: 'paid', timeline: [late], arrival: null })[0]).toBe('x Order placed: Mon, Nov 16')
})
