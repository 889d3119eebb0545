import { expect, test } from 'vitest'
import { customerFigures, type FiguredOrder } from './customer-figures.ts'

function order(day: number, more: Partial<FiguredOrder> = {}): FiguredOrder {
  const createdAt = new Date(Date.UTC(2026, 0, day))
  return {
    createdAt,
    paidAt: createdAt,
    totalCents: 5000,
    laterCents: 0,
    refundedCents: 0,
    discountCode: null,
    ...more,
  }
}

test('adds up what was paid and not refunded', () => {
  const orders = [
    order(9, { paidAt: null, totalCents: 9900, discountCode: 'NEVER' }),
    order(8, { discountCode: 'SPRING' }),
    order(7, { laterCents: 50, refundedCents: 1300, discountCode: 'WELCOME' }),
    order(6, { refundedCents: 5000, discountCode: 'SPRING' }),
  ]
  expect(customerFigures(orders)).toEqual({
    orders: 3,
    spentCents: 8750,
    firstOrderAt: orders[3]?.createdAt,
    lastOrderAt: orders[1]?.createdAt,
    codes: ['SPRING', 'WELCOME'],
  })
})

test('is empty for someone who never paid', () => {
  expect(customerFigures([order(1, { paidAt: null })])).toEqual({
    orders: 0,
    spentCents: 0,
    firstOrderAt: undefined,
    lastOrderAt: undefined,
    codes: [],
  })
})
