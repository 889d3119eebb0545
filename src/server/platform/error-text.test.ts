import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'

test('what is stored of an error can be stored, and names nobody', () => {
  expect(errorText(new Error('550 no such\u0000user\r\n<ana@example.com>'))).not.toMatch(/\p{Cc}|ana@/u)
  expect(errorText('plain')).toBe('plain')
  expect(errorText(new Error('x'.repeat(100_000)))).toHaveLength(300)
})

test('a failed query is told by its cause, not by its parameters', () => {
  const query = new Error('Failed query: insert … params: Ana,1 Main St', { cause: new Error('violates check') })
  expect(errorText(query)).toBe('violates check')
})
