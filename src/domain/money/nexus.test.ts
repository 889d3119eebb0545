import { expect, test } from 'vitest'
import { STATE_CODES } from '../orders/us-states.ts'
import { nexusPercent, nexusRuleOf } from './nexus.ts'

const percent = (state: Parameters<typeof nexusRuleOf>[0], salesCents: number, orderCount: number) =>
  nexusPercent(nexusRuleOf(state), { salesCents, orderCount })

test('uses $100,000 a year for most states', () => {
  expect(percent('CO', 10_000_000, 5000)).toBe(100)
  expect(percent('CO', 4_999_999, 5000)).toBe(49)
  expect(percent('CA', 10_000_000, 5000)).toBe(20)
})

test('uses the limit that is closer where 200 sales are enough', () => {
  expect(percent('NJ', 1_000_000, 150)).toBe(75)
  expect(percent('NJ', 9_000_000, 20)).toBe(90)
})

test('uses the limit that is farther where both are required', () => {
  expect(percent('NY', 50_000_000, 50)).toBe(50)
  expect(percent('CT', 10_000_000, 200)).toBe(100)
})

test('has no limit for the home state and states without a sales tax', () => {
  expect(percent('UT', 90_000_000, 9000)).toBe(0)
  expect(percent('OR', 90_000_000, 9000)).toBe(0)
})

test('has the published limit for every state', () => {
  const lists = Object.groupBy(STATE_CODES, (state) => {
    const rule = nexusRuleOf(state)
    if (rule.kind !== 'sales') return rule.kind
    const sales = rule.salesCents / 100
    if (rule.orderCount === undefined) return `$${sales}`
    return `$${sales} ${rule.needsBoth ? 'and' : 'or'} ${rule.orderCount} sales`
  })
  expect(Object.fromEntries(Object.entries(lists).map(([limit, states]) => [limit, states?.join(' ')]))).toEqual({
    home: 'UT',
    none: 'DE MT NH OR',
    $100000: 'AK AZ CO FL ID IL IN IA KS LA ME MA MO NM NC ND OK PA SC SD TN WA WI WY',
    $250000: 'AL MS',
    $500000: 'CA TX',
    '$500000 and 100 sales': 'NY',
    '$100000 and 200 sales': 'CT',
    '$100000 or 200 sales': 'AR DC GA HI KY MD MI MN NE NV NJ OH RI VT VA WV',
  })
})
