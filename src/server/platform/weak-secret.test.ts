import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakSecret } from './weak-secret.ts'

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
