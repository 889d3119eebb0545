import { expect, test } from 'vitest'
import { loggedParts } from './logged-field.ts'

const line = (value: unknown) => loggedParts(value).map(([label, text]) => `${label}: ${text}`)

test.each([
  [{ refundedCents: 2500 }, 'Refunded: $25.00'],
  [{ refundedCents: 0 }, 'Refunded: $0.00'],
  [{ costCents: null }, 'Cost: –'],
  [{ trackingNumber: '9400' }, 'Tracking number: 9400'],
  [{ squareRefundId: 'R1' }, 'Square refund ID: R1'],
  [{ seen: true }, 'Seen: Yes'],
  [{ seen: false }, 'Seen: No'],
  [{ note: '' }, 'Note: '],
  [{ characters: 12_400 }, 'Characters: 12,400'],
  [{ created: { codes: 2 } }, 'Created, codes: 2'],
  [{ withheldReason: 'personal_data' }, 'Withheld reason: personal data'],
  [{ benefits: ['calms', 'softens'] }, 'Benefits: calms, softens'],
  [{ benefits: [] }, 'Benefits: '],
  [{ fromDay: '2026-11-17' }, 'From: Nov 17, 2026'],
  [{ startsAt: '2026-11-17T20:05:00.000Z' }, 'Starts at: Nov 17, 2026, 1:05 PM'],
  [true, 'Value: Yes'],
  [['a', 'b'], 'Value: a, b'],
])('%j reads “%s”', (value, text) => {
  expect(line(value)).toEqual([text])
})

test('says sizes, prices and rates in words', () => {
  expect(line({ kind: 'sized', prices: { '1oz': 2500, '2oz': 4000 } })).toEqual([
    'Sold in: sizes',
    'Prices, 1oz: $25.00',
    'Prices, 2oz: $40.00',
  ])
  expect(line({ kind: 'single', priceCents: 900, info: null })).toEqual([
    'Sold in: one size',
    'Price: $9.00',
    'Info: –',
  ])
  expect(line({ prices: { '1oz': 1999 }, was: { '1oz': 2500 } })).toEqual([
    'Prices, 1oz: $19.99',
    'Price before, 1oz: $25.00',
  ])
  expect(line({ '1oz': 22, single: null })).toEqual(['1oz: 22', 'One size: –'])
  expect(line([{ state: 'UT', basisPoints: 725, fromDay: '2026-11-17' }])).toEqual(['Utah, Nov 17, 2026, rate: 7.25%'])
  expect(line([{ flatCents: 800, freeFromCents: 7500, fromDay: '2026-01-01' }])).toEqual([
    'Jan 1, 2026, shipping: $8.00',
    'Jan 1, 2026, free from: $75.00',
  ])
})

test('tells the entries of a list apart by what they are', () => {
  expect(line([{ collection: 'body', place: 3 }])).toEqual(['Body, place: 3'])
  expect(line({ pictures: [{ picture: 'a', alt: 'Bottle', sizes: ['1oz', '2oz'] }, { alt: 'Drop' }] })).toEqual([
    'Pictures, a, description: Bottle',
    'Pictures, a, sizes: 1oz, 2oz',
    'Pictures, 2, description: Drop',
  ])
  expect(line({ tags: [{ name: 'gift' }] })).toEqual(['Tags, gift: Yes'])
})

test('uses the names of a form', () => {
  expect(loggedParts({ inci: 'Rosa' }, { inci: 'Ingredient list' })).toEqual([['Ingredient list', 'Rosa']])
})

test('leaves no JSON, whatever was logged', () => {
  for (const value of [{ a: { b: [{ c: [{ d: 1 }] }, [2]] } }, [[1], [{ x: 1 }]], { a: [null, { b: undefined }] }])
    expect(line(value).join('\n')).not.toMatch(/[{}[\]"]|object/)
})
