import { expect, test } from 'vitest'
import { findTestToken } from './test-tokens.ts'

test('a test token is one on Square’s list, never a built-in object property', () => {
  expect(findTestToken('cnon:card-nonce-ok')).toMatchObject({ sourceType: 'CARD' })
  expect(findTestToken('cnon:card-nonce-declined')).toMatchObject({ decline: 'GENERIC_DECLINE' })
  for (const id of ['__proto__', 'constructor', 'toString', '']) expect(findTestToken(id), id).toBeUndefined()
})
