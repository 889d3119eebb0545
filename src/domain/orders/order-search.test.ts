import { expect, test } from 'vitest'
import { toOrderSearch } from './order-search.ts'

test('finds a number however it was copied', () => {
  expect(toOrderSearch(' blm-23456789-ab')).toEqual({ field: 'number', start: 'BLM-23456789-AB' })
  expect(toOrderSearch('BLM')).toEqual({ field: 'number', start: 'BLM' })
  expect(toOrderSearch('abcd2345-')).toEqual({ field: 'number', start: 'BLM-ABCD2345-' })
})

test('recognizes an address, even an incomplete one', () => {
  expect(toOrderSearch('ana@')).toEqual({ field: 'email', start: 'ana@' })
  expect(toOrderSearch('ana.prado')).toEqual({ field: 'email', start: 'ana.prado' })
  expect(toOrderSearch('buyer17')).toEqual({ field: 'email', start: 'buyer17' })
})

test('treats anything else as a name', () => {
  expect(toOrderSearch("O'Brien-Smith")).toEqual({ field: 'name', start: "O'Brien-Smith" })
  expect(toOrderSearch('  ana   prado ')).toEqual({ field: 'name', start: 'ana prado' })
  expect(toOrderSearch('Blmont')).toEqual({ field: 'name', start: 'Blmont' })
  expect(toOrderSearch('St. John')).toEqual({ field: 'name', start: 'St. John' })
  expect(toOrderSearch('   ')).toBeUndefined()
})
