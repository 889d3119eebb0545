import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret key for this test, long enough', 'carrier')

test('decrypts what it encrypted, and encrypts the same secret differently each time', () => {
  const sealed = seal.seal('EZAK1234')
  expect(sealed).not.toContain('EZAK')
  expect(seal.seal('EZAK1234')).not.toBe(sealed)
  expect(seal.open(sealed)).toBe('EZAK1234')
})

test('decrypts nothing that was encrypted with another key, for another purpose, or was changed', () => {
  const sealed = seal.seal('EZAK1234')
  expect(createSeal('another secret key for this test, enough', 'carrier').open(sealed)).toBeUndefined()
  expect(createSeal('a secret key for this test, long enough', 'other').open(sealed)).toBeUndefined()
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(seal.open(changed.toString('base64url'))).toBeUndefined()
  expect(seal.open('')).toBeUndefined()
})

test('decrypts what was encrypted with the previous key, and encrypts with the new one', () => {
  const [old, current] = ['the key before, which is long enough', 'the key that is used now, long enough']
  const rotated = createSeal(current, 'carrier', old)
  expect(rotated.open(createSeal(old, 'carrier').seal('secret'))).toBe('secret')
  expect(createSeal(current, 'carrier').open(rotated.seal('secret'))).toBe('secret')
  expect(createSeal(old, 'carrier').open(rotated.seal('secret'))).toBeUndefined()
})
