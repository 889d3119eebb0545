import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test.each([
  [0, '1 KB'],
  [1500, '2 KB'],
  [191_291, '191 KB'],
  [1_240_000, '1.2 MB'],
  [48_400_000, '48 MB'],
  [7_000_000_000, '7.0 GB'],
  [7_000_000_000_000, '7000 GB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text)
})
