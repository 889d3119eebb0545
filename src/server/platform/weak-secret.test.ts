import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakPassphrase, isWeakSecret } from './weak-secret.ts'

test('accepts random bytes in any encoding', () => {
  const refused: string[] = []
  for (let number = 0; number < 5000; number += 1) {
    const bytes = createHash('sha256').update(`key ${number}`).digest()
    const secrets = [bytes.toString('hex'), bytes.toString('base64'), bytes.subarray(0, 16).toString('base64url')]
    refused.push(...secrets.filter(isWeakSecret))
  }
  expect(refused).toEqual([])
})

test.each(['my-very-long-key-of-words', 'My-Very-Long-Key-Of-Words', 'MY_VERY_LONG_KEY_OF_WORDS', 'a'.repeat(40)])(
  'refuses %s',
  (secret) => {
    expect(isWeakSecret(secret)).toBe(true)
  },
)

test.each([
  'a'.repeat(20),
  'ab'.repeat(10),
  'rose hips rose hips rose hips ',
  'abcdefghijklmnopqrstuvwxyz',
  '12345678901234567890',
  'Bloomera shop passphrase!',
  'this is your test password',
])('refuses the passphrase %s', (passphrase) => {
  expect(isWeakPassphrase(passphrase)).toBe(true)
})

test.each([
  'rose hips on a sunny morning',
  'Correct Horse Battery Staple',
  'у лукоморья дуб зелёный',
  'f3Kx9Lq27ZpWm4VtB8sN',
])('accepts the passphrase %s', (passphrase) => {
  expect(isWeakPassphrase(passphrase)).toBe(false)
})
