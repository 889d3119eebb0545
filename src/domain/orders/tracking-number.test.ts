import { expect, test } from 'vitest'
import {
  cleanTracking,
  isTrackingNumber,
  NOT_A_TRACKING_NUMBER,
  readTracking,
  toTracking,
  typoNote,
} from './tracking-number.ts'

/** Examples that carriers and their customers publish. */
test.each([
  ['1Z5R89390357567127', 'UPS'],
  ['1Z 879E 93 0346 8344 40', 'UPS'],
  ['1z410e7w0392751591', 'UPS'],
  ['9400 1112 0108 0805 4830 16', 'USPS'],
  ['9361 2898 7870 0317 6337 95', 'USPS'],
  ['0307 1790 0005 2348 3741', 'USPS'],
  ['RB 123 456 785 US', 'USPS'],
  ['986578788855', 'FedEx'],
  ['4771-7908-1230', 'FedEx'],
  ['0414 4176 0228 964', 'FedEx'],
  ['9611020987654312345672', 'FedEx'],
  ['3318810025', 'DHL'],
  ['8487135506', 'DHL'],
  ['GM60511234500000001', 'DHL'],
  ['JD014600003889130419', 'DHL'],
])('recognizes %s as a number of %s', (typed, carrier) => {
  expect(readTracking(typed)).toEqual({ number: cleanTracking(typed), carrier, isTypo: false })
})

test.each([
  '1Z5R89390357567128',
  '9400111201080805483017',
  '03071790000523483742',
  'RB123456758US',
  '986578788885',
  '041441760228946',
  '9611020987654312345673',
  '3318810026',
])('detects that %s was mistyped', (typed) => {
  expect(readTracking(typed)?.isTypo).toBe(true)
})

/** A number of the carrier with one more character before or after it is none. */
test.each([
  '1Z5R89390357567127',
  '9400111201080805483016',
  '03071790000523483741',
  'RB123456785US',
  '986578788855',
  '041441760228964',
  '9611020987654312345672',
  '3318810025',
  'GM60511234500000001',
])('recognizes no carrier in %s', (number) => {
  expect(readTracking(`X${number}`)).toBeUndefined()
  expect(readTracking(`${number}X`)).toBeUndefined()
})

test('recognizes rare formats: 26 digits, and 20 that start with 7, of USPS; two letters J of DHL', () => {
  expect(readTracking('91123456789012345678901230')?.carrier).toBe('USPS')
  expect(readTracking('70123456789012345678')?.carrier).toBe('USPS')
  expect(readTracking('30123456789012345678')).toBeUndefined()
  expect(readTracking('JJD014600003889130419')?.carrier).toBe('DHL')
  expect(readTracking('911')).toBeUndefined()
})

test.each([
  ['00000000', 5],
  ['70000000', 0],
  ['20000000', 6],
])('computes the Universal Postal Union’s check digit for %s: %i', (digits, expected) => {
  const fitting = Array.from({ length: 10 }, (_, check) => check).filter(
    (check) => readTracking(`RA${digits}${check}US`)?.isTypo === false,
  )
  expect(fitting).toEqual([expected])
})

test('finds no number in a barcode that is longer or shorter', () => {
  for (const barcode of ['14208460194001112010808054830163', '42084601940011120108080548301'])
    expect(cleanTracking(barcode)).toBe(barcode)
  for (const barcode of ['19622001900000000000000776632517510', '96220019000000000000007766325175101'])
    expect(cleanTracking(barcode)).toBe(barcode)
})

test('words the note about a wrong check digit, and about what is not a number', () => {
  expect(typoNote('UPS')).toBe('Check it: UPS numbers like this end in another digit.')
  expect(NOT_A_TRACKING_NUMBER).toBe('Use 8 to 40 letters and digits.')
})

test.each([
  '',
  'BLM-22222222-2222',
  '12345',
  'not a number',
  'RB123456785GB',
  '1Z5R8939035756712',
  '１２３４５６７８９０',
])('recognizes no carrier for %j', (typed) => {
  expect(readTracking(typed)).toBeUndefined()
})

test('extracts the number from a scanned barcode', () => {
  expect(readTracking('420 84601 9400 1112 0108 0805 4830 16')?.number).toBe('9400111201080805483016')
  expect(readTracking('420846011234 9400111201080805483016')?.number).toBe('9400111201080805483016')
  expect(readTracking('9622001900000000000000776632517510')).toMatchObject({ number: '776632517510', carrier: 'FedEx' })
})

test.each([
  ['9400 1112-0108', true],
  ['ABCDEFGH', false],
  ['9400/1112', false],
  ['1234567', false],
  ['12345678', true],
  ['1'.repeat(40), true],
  ['1'.repeat(41), false],
])('%s could be a tracking number: %s', (typed, expected) => {
  expect(isTrackingNumber(typed)).toBe(expected)
})

test.each([
  [
    { number: ' 1z5r-8939 0357567127', carrier: '' },
    { carrier: 'UPS', trackingNumber: '1Z5R89390357567127' },
  ],
  [
    { number: '1Z5R89390357567127', carrier: 'A van' },
    { carrier: 'A van', trackingNumber: '1Z5R89390357567127' },
  ],
  [
    { number: 'ZEBRA 1234', carrier: '' },
    { carrier: null, trackingNumber: 'ZEBRA1234' },
  ],
  [
    { number: '', carrier: 'A van' },
    { carrier: 'A van', trackingNumber: null },
  ],
  [
    { number: '', carrier: '' },
    { carrier: null, trackingNumber: null },
  ],
])('stores %j', (typed, stored) => {
  expect(toTracking(typed)).toEqual(stored)
})
