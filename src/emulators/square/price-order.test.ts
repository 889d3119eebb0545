import { expect, test } from 'vitest'
import { apportion, halfEven, percentOf } from './half-even.ts'
import { toSettings } from './options.ts'
import { readOrderRequest } from './order-request.ts'
import { priceOrder } from './price-order.ts'

const settings = toSettings({
  port: 0,
  ledgerFile: '',
  accessToken: '',
  applicationId: '',
  locationId: 'L',
  shopOrigins: [],
  webhook: undefined,
})

function price(order: object) {
  return priceOrder(readOrderRequest({ order: { location_id: 'L', ...order } }, settings))
}

function line(cents: number, quantity = '1') {
  return { quantity, base_price_money: { amount: cents, currency: 'USD' } }
}

test('rounds half to even', () => {
  expect([halfEven(5n, 2n), halfEven(7n, 2n), halfEven(-5n, 2n), halfEven(-7n, 2n)]).toEqual([2, 4, -2, -4])
  expect(percentOf(7000, '7.15')).toBe(500)
  expect(percentOf(7001, '7.15')).toBe(501)
})

test('parts add up', () => {
  expect(apportion(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(apportion(5, [0, 0])).toEqual([0, 0])
})

test('rounds a tax once, on the total', () => {
  // The order from Square's forum thread on rounding: rounding each line separately would give 328.
  const priced = price({
    line_items: [line(1500), line(800), line(695), line(695)],
    taxes: [{ uid: 't', percentage: '8.875', scope: 'ORDER' }],
  })
  expect(priced.taxCents).toBe(327)
  expect(priced.lines.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(327)
})

test('prices discount, shipping and tax as the shop sends them', () => {
  const priced = price({
    line_items: [line(3500, '2'), line(4200)],
    discounts: [{ uid: 'd', type: 'FIXED_AMOUNT', amount_money: { amount: 1120, currency: 'USD' }, scope: 'ORDER' }],
    taxes: [{ uid: 't', percentage: '7.15', scope: 'ORDER' }],
    service_charges: [
      { name: 'Shipping', amount_money: { amount: 999, currency: 'USD' }, calculation_phase: 'TOTAL_PHASE' },
    ],
  })
  expect(priced.discountCents).toBe(1120)
  expect(priced.taxCents).toBe(721)
  expect(priced.totalCents).toBe(11_200 - 1120 + 721 + 999)
})

test('reports an inclusive tax without adding it', () => {
  const priced = price({ line_items: [line(1200)], taxes: [{ uid: 't', percentage: '20', type: 'INCLUSIVE' }] })
  expect([priced.taxCents, priced.totalCents]).toEqual([200, 1200])
})

test('taxes a taxable charge on the subtotal, and refuses one on the total', () => {
  const charge = { amount_money: { amount: 1000, currency: 'USD' }, taxable: true }
  const taxes = [{ uid: 't', percentage: '10' }]
  const priced = price({ line_items: [line(1000)], taxes, service_charges: [charge] })
  expect([priced.taxCents, priced.totalCents]).toEqual([200, 2200])
  expect(() => price({ service_charges: [{ ...charge, calculation_phase: 'TOTAL_PHASE' }] })).toThrow(
    'cannot be taxable',
  )
})
