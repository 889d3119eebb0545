import { expect, test } from 'vitest'
import { nexusPercent, nexusRuleOf } from './nexus.ts'

const percent = (state: Parameters<typeof nexusRuleOf>[0], salesCents: number, orderCount: number) =>
  nexusPercent(nexusRuleOf(state), { salesCents, orderCount })

test('most states look at $100,000 a year', () => {
  expect(percent('CO', 10_000_000, 5000)).toBe(100)
  expect(percent('CO', 4_999_999, 5000)).toBe(49)
  expect(percent('CA', 10_000_000, 5000)).toBe(20)
})

test('where 200 sales are enough, the nearer limit counts', () => {
  expect(percent('NJ', 1_000_000, 150)).toBe(75)
  expect(percent('NJ', 9_000_000, 20)).toBe(90)
})

test('where both are needed, the farther one does', () => {
  expect(percent('NY', 50_000_000, 50)).toBe(50)
  expect(percent('CT', 10_000_000, 200)).toBe(100)
})

test('the home state and states without a sales tax have no limit', () => {
  expect(percent('UT', 90_000_000, 9000)).toBe(0)
  expect(percent('OR', 90_000_000, 9000)).toBe(0)
})
