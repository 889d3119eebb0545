import { expect, test } from 'vitest'
import { splitAmountCents } from './line-refund.ts'
import { cutRefund, drawRefund } from './refund-draws.ts'

const first = { id: 'first', leftCents: 5999 }
const later = { id: 'later', leftCents: 358 }

test.each([
  ['the latest payment that covers it', 358, [{ paymentId: 'later', amountCents: 358 }]],
  ['the first payment, if the later one is too small', 359, [{ paymentId: 'first', amountCents: 359 }]],
  ['one payment as long as it can', 5999, [{ paymentId: 'first', amountCents: 5999 }]],
  [
    'both, the larger part first',
    6000,
    [
      { paymentId: 'first', amountCents: 5642 },
      { paymentId: 'later', amountCents: 358 },
    ],
  ],
  [
    'all there is',
    6357,
    [
      { paymentId: 'first', amountCents: 5999 },
      { paymentId: 'later', amountCents: 358 },
    ],
  ],
  ['nothing, if there is not enough', 6358, undefined],
])('draws on %s', (_, amountCents, draws) => {
  expect(drawRefund([first, later], amountCents)).toEqual(draws)
})

test('leaves out payments that are used up', () => {
  const used = { id: 'used', leftCents: 0 }
  expect(drawRefund([used, first, later], 6357)).toHaveLength(2)
  expect(drawRefund([], 1)).toBeUndefined()
})

test.each([
  [100, { goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents: 100 }],
  [358, { goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents: 358 }],
  [400, { goodsCents: 0, discountCents: 0, shippingCents: 42, taxCents: 358 }],
  [2000, { goodsCents: 643, discountCents: 0, shippingCents: 999, taxCents: 358 }],
])('takes %i cents off, tax first, and loses none', (amountCents, part) => {
  const split = { goodsCents: 5500, discountCents: 500, shippingCents: 999, taxCents: 358 }
  const cut = cutRefund(split, amountCents)
  expect(cut.part).toEqual(part)
  expect(splitAmountCents(cut.part)).toBe(amountCents)
  expect(splitAmountCents(cut.rest)).toBe(splitAmountCents(split) - amountCents)
})

test('keeps shipping that a refund charges with the rest', () => {
  const split = { goodsCents: 2500, discountCents: 0, shippingCents: -999, taxCents: 0 }
  const { part, rest } = cutRefund(split, 500)
  expect([part.shippingCents, part.goodsCents, rest.shippingCents, rest.goodsCents]).toEqual([0, 500, -999, 2000])
})
