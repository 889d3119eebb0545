import { expect, test } from 'vitest'
import { readCode, tidyCode } from './typed-code.ts'

test.each([
  ['BLOOM-2345-6789', 'BLOOM-2345-6789'],
  ['  BLOOM-2345-6789\n', 'BLOOM-2345-6789'],
  ['BLOOM-2345 -6789', 'BLOOM-2345-6789'],
  ['\u200BBLOOM-\u00A02345-6789\uFEFF', 'BLOOM-2345-6789'],
  ['spring', 'spring'],
  ['Spring', 'Spring'],
])('ignores spaces and keeps the case: %j', (typed, code) => {
  expect(tidyCode(typed)).toBe(code)
  expect(readCode(typed)).toBe(code)
})

test.each([
  null,
  undefined,
  '',
  '   ',
  'abc',
  '-abcd',
  'x'.repeat(41),
  '<script>alert(1)</script>',
  'call 1-800-SCAM now!',
  'ПРИВЕТ',
  'a'.repeat(1_000_000),
])('does not take %j for a code', (text) => {
  expect(readCode(text)).toBeUndefined()
})
