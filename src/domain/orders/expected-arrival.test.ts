import { expect, test } from 'vitest'
import type { StatedDelivery } from './delivery-estimate.ts'
import { expectedArrival, type OrderOnItsWay } from './expected-arrival.ts'

const delivery: StatedDelivery = {
  handlingDays: 2,
  transit: { near: { from: 2, to: 3 }, rest: { from: 3, to: 5 }, far: { from: 5, to: 8 } },
  closedDays: [],
  near: ['UT', 'CO'],
}
/** Monday, to Utah. */
const placed: OrderOnItsWay = { state: 'paid', orderedOn: '2026-11-16', shippedOn: undefined, shipTo: 'UT' }
const shipped: OrderOnItsWay = { ...placed, state: 'shipped', shippedOn: '2026-11-17' }

test.each<[string, OrderOnItsWay, string, { shipBy: string | null; from: string; to: string } | undefined]>([
  ['just paid', placed, '2026-11-16', { shipBy: '2026-11-18', from: '2026-11-20', to: '2026-11-23' }],
  [
    'packed',
    { ...placed, state: 'packed' },
    '2026-11-18',
    { shipBy: '2026-11-18', from: '2026-11-20', to: '2026-11-23' },
  ],
  ['late', placed, '2026-11-19', undefined],
  [
    'far away',
    { ...placed, shipTo: 'HI' },
    '2026-11-16',
    { shipBy: '2026-11-18', from: '2026-11-25', to: '2026-12-01' },
  ],
  ['shipped early', shipped, '2026-11-17', { shipBy: null, from: '2026-11-19', to: '2026-11-20' }],
  ['shipped, on its last day', shipped, '2026-11-20', { shipBy: null, from: '2026-11-19', to: '2026-11-20' }],
  ['shipped long ago', shipped, '2026-11-21', undefined],
  ['delivered', { ...shipped, state: 'delivered' }, '2026-11-19', undefined],
  ['canceled', { ...placed, state: 'cancelled' }, '2026-11-16', undefined],
  ['refunded', { ...placed, state: 'refunded' }, '2026-11-16', undefined],
  ['not paid yet', { ...placed, state: 'pending_payment' }, '2026-11-16', undefined],
])('an order that is %s', (_name, order, today, expected) => {
  expect(expectedArrival(delivery, order, today)).toEqual(expected)
})
