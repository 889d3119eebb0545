import { expect, test } from 'vitest'
import { toOrderSearches } from './order-search.ts'

function places(typed: string): string[] {
  return toOrderSearches(typed).map(({ field, start }) => `${field} ${start}`)
}

test('finds a number however it was copied', () => {
  expect(places(' blm-23456789-ab')).toEqual(['number BLM-23456789-AB'])
  expect(places('BLM')).toEqual(['number BLM'])
  expect(places('abcd2345-')[0]).toBe('number BLM-ABCD2345-')
  expect(places('fb4hzesc6c6r')[0]).toBe('number BLM-FB4HZESC-6C6R')
  expect(places('FB4H')[0]).toBe('number BLM-FB4H')
  expect(places('23456789')).toContain('number BLM-23456789')
})

test('recognizes an address, even an incomplete one', () => {
  expect(places('ana@')).toEqual(['email ana@'])
  expect(places('ana.prado')).toContain('email ana.prado')
  expect(places('buyer17')).toContain('email buyer17')
})

test('searches for a zip code, a phone number and a tracking number by their digits', () => {
  expect(places('84601')[0]).toBe('zip 84601')
  expect(places('84601-12')[0]).toBe('zip 84601-12')
  for (const phone of ['(801) 555-0142', '801.555.0142', '801 555 0142'])
    expect(places(phone)).toContain('phone 2410555108')
  expect(places('+1 801-555-0142')).toContain('phone 24105551081')
  expect(places('555-0142')).toContain('phone 2410555')
  const number = ['tracking 9400111201080805483016', 'package 9400111201080805483016']
  expect(places('9400 1112 0108 0805 4830 16')).toEqual(number)
  expect(places('420 84601 9400111201080805483016')).toEqual(number)
  expect(places('1z5r8939')).toContain('tracking 1Z5R8939')
})

test('searches names, codes and products for everything else', () => {
  expect(places("O'Brien-Smith")).toEqual([
    "lastName O'Brien-Smith",
    "firstName O'Brien-Smith",
    "code O'Brien-Smith",
    "product O'Brien-Smith",
  ])
  expect(places('  ana   prado ')).toEqual(['lastName ana prado', 'firstName ana prado', 'product ana prado'])
  expect(places('Blmont')[0]).toBe('lastName Blmont')
  expect(places('St. John')[0]).toBe('lastName St. John')
  expect(places('Pure Bloom 1oz')).toContain('product Pure Bloom')
  expect(places('WELCOME10')).toContain('code WELCOME10')
})

test('requires four characters of a number or a code, three of a zip code or a product', () => {
  expect(places('FB4')).not.toContain('number BLM-FB4')
  expect(places('FB 4H')).not.toContain('number BLM-FB 4H')
  expect(places('FB-4')).not.toContain('number BLM-FB4')
  expect(places('TEN')).not.toContain('code TEN')
  expect(places('GIFT')).toContain('code GIFT')
  expect(places('123')).toEqual(['zip 123', 'email 123'])
  expect(places('1234')).toEqual(['zip 1234', 'phone 4321', 'tracking 1234', 'email 1234'])
  expect(places('2345')).toContain('number BLM-2345')
  expect(places('99')).toEqual(['email 99'])
  expect(places('84601-12345')).not.toContain('zip 84601-12345')
  expect(places('184601-12')).not.toContain('zip 184601-12')
  expect(places('ol')).toEqual(['lastName ol', 'firstName ol'])
  expect(places('oil')).toContain('product oil')
})

test('searches for part of a tracking number only if it could be one', () => {
  expect(places('ab 1234')).toContain('tracking AB1234')
  expect(places('ab 123')).not.toContain('tracking AB123')
  expect(places('no. 12345')).not.toContain('tracking NO12345')
  expect(places('Rue 12345 é')).not.toContain('tracking RUE12345')
})

test('a number that merely contains BLM, or a text that merely starts with digits, is neither', () => {
  expect(places('XBLM-2')[0]).not.toBe('number XBLM-2')
  expect(places('24 Karat')[0]).toBe('lastName 24 Karat')
})

test.each(['', '   ', "'", '%', '-', '()'])('finds nothing for %j', (typed) => {
  expect(places(typed)).toEqual([])
})
