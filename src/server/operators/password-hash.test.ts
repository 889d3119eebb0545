import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hash.ts'

test('hashes with 64 MB in two passes and a random salt, independently of Unicode composition', async () => {
  const hasher = createPasswordHasher()
  const hash = await hasher.hash('café au lait')
  expect(hash).toMatch(/^scrypt\$65536\$8\$2\$[\w-]{22}\$[\w-]{43}$/)
  expect(await hasher.hash('café au lait')).not.toBe(hash)
  expect(await hasher.verify('cafe\u0301 au lait', hash, 'stranger')).toBe(true)
  expect(await hasher.verify('cafe au lait', hash, 'stranger')).toBe(false)
})

test('verifies a hash made with other cost settings', async () => {
  const hash = await createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 }).hash('mossy kettle vivid')
  expect(await createPasswordHasher().verify('mossy kettle vivid', hash, 'known')).toBe(true)
})
