import { expect, test } from 'vitest'
import { bottleDays, bottleLife, centsPerOunce, habitText } from './bottle-life.ts'

test('estimates a serum at four drops twice a day', () => {
  const habit = { dropsPerUse: 4, usesPerDay: 2 }
  expect(bottleLife('1oz', habit)).toBe('about 11 weeks')
  expect(bottleLife('2oz', habit)).toBe('about 5 months')
  expect(habitText(habit)).toBe('4 drops, twice a day')
})

test('estimates a shorter life for a body oil', () => {
  expect(bottleLife('4oz', { dropsPerUse: 60, usesPerDay: 1 })).toBe('about 6 weeks')
  expect(bottleLife('1oz', { dropsPerUse: 200, usesPerDay: 1 })).toBe('about a week')
  expect(habitText({ dropsPerUse: 60, usesPerDay: 1 })).toBe('60 drops, once a day')
  expect(habitText({ dropsPerUse: 2, usesPerDay: 3 })).toBe('2 drops, 3 times a day')
})

test('makes sizes comparable by price per ounce', () => {
  expect(centsPerOunce(9700, '2oz')).toBe(4850)
  expect(centsPerOunce(7000, '4oz')).toBe(1750)
})

test('rounds down to whole days, so a reminder comes in time', () => {
  expect(bottleDays('1oz', { dropsPerUse: 4, usesPerDay: 2 })).toBe(73)
  expect(bottleDays('4oz', { dropsPerUse: 40, usesPerDay: 1 })).toBe(59)
})
