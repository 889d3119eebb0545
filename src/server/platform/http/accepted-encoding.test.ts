import { expect, test } from 'vitest'
import { acceptedEncoding } from './accepted-encoding.ts'

test('prefers brotli, then gzip, then no encoding', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(acceptedEncoding('GZIP;q=0.8')).toBe('gzip')
  expect(acceptedEncoding('zstd')).toBe('identity')
  expect(acceptedEncoding(undefined)).toBe('identity')
})

test('treats a quality of zero as a refusal', () => {
  expect(acceptedEncoding('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(acceptedEncoding('br;q=0.000, gzip; q=0')).toBe('identity')
  expect(acceptedEncoding('br;q=0.001')).toBe('br')
})
