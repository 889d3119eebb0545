import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('returns storable text without personal data', () => {
  expect(errorText(new Error('550 no such\u0000user\r\n<ana@example.com>'))).not.toMatch(/\p{Cc}|ana@/u)
  expect(errorText('plain')).toBe('plain')
  expect(errorText(new Error('x'.repeat(100_000)))).toHaveLength(300)
})

test('describes a failed query by its cause, without its parameters', () => {
  const query = new Error('Failed query: insert … params: Ana,1 Main St', { cause: new Error('violates check') })
  expect(errorText(query)).toBe('violates check')
})

test('describes a failed connection by the first address that was tried', () => {
  expect(errorText(new AggregateError([new Error('connect ECONNREFUSED ::1:9'), new Error('other')]))).toContain(
    'connect ECONNREFUSED',
  )
})
