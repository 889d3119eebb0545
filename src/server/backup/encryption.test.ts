import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { type BackupSecret, createFileKey, decrypt, encrypt } from './encryption.ts'

const SECRET: BackupSecret = { kind: 'key', key: randomBytes(32) }
const CHUNK = 64 * 1024
const HEADER = 50
const ENCRYPTED_CHUNK = 4 + CHUNK + 16

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const encrypted = async (bytes: Buffer, secret: BackupSecret = SECRET) =>
  Buffer.concat(await collect(encrypt(inPieces(bytes, 10_000), await createFileKey(secret))))
const decrypted = async (bytes: Buffer, secret: BackupSecret = SECRET) =>
  Buffer.concat(await collect(decrypt(inPieces(bytes, 7001), secret)))

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 1_000_000])(
  'decrypts %i bytes to the original',
  async (size) => {
    const bytes = randomBytes(size)
    expect((await decrypted(await encrypted(bytes))).equals(bytes)).toBe(true)
  },
)

test('never encrypts the same content to the same bytes, and leaks no plaintext', async () => {
  const bytes = Buffer.alloc(3 * CHUNK, 'a secret of the shop ')
  const [one, other] = [await encrypted(bytes), await encrypted(bytes)]
  expect(one.subarray(HEADER).equals(other.subarray(HEADER))).toBe(false)
  expect(one.includes('secret of the shop')).toBe(false)
  // Equal chunks within a file differ too: each has its own nonce.
  const chunk = (number: number) =>
    one.subarray(HEADER + 4 + number * ENCRYPTED_CHUNK, HEADER + number * ENCRYPTED_CHUNK + 100)
  expect(chunk(0).equals(chunk(1))).toBe(false)
})

test('decrypts with the passphrase in any Unicode normalization, and rejects the wrong kind of secret', async () => {
  const bytes = randomBytes(100)
  const file = await encrypted(bytes, { kind: 'passphrase', passphrase: 'rosé hips on a sunny morning' })
  const typed: BackupSecret = { kind: 'passphrase', passphrase: 'rose\u0301 hips on a sunny morning' }
  expect((await decrypted(file, typed)).equals(bytes)).toBe(true)
  await expect(decrypted(file, { kind: 'passphrase', passphrase: 'Rosé hips' })).rejects.toThrow(
    'This backup was made with a different key.',
  )
  await expect(decrypted(file)).rejects.toThrow('This backup was made with BACKUP_PASSPHRASE, not a key.')
  await expect(decrypted(await encrypted(bytes), typed)).rejects.toThrow(
    'This backup was made with BACKUP_KEY, not a passphrase.',
  )
})

test('distinguishes a wrong key, a foreign file and a newer format', async () => {
  const file = await encrypted(randomBytes(100))
  await expect(decrypted(file, { kind: 'key', key: randomBytes(32) })).rejects.toThrow('made with a different key')
  await expect(decrypted(randomBytes(500))).rejects.toThrow('This file isn’t a Bloomera backup.')
  await expect(decrypted(Buffer.alloc(0))).rejects.toThrow('This file isn’t a Bloomera backup.')
  const newer = Buffer.from(file)
  newer[16] = 2
  await expect(decrypted(newer)).rejects.toThrow('made by a newer version of the shop')
})

test('refuses a file truncated at any point', async () => {
  const file = await encrypted(randomBytes(2 * CHUNK + 100))
  const boundary = HEADER + ENCRYPTED_CHUNK
  for (const length of [20, HEADER, HEADER + 3, boundary - 1, boundary, boundary + 4, file.length - 1])
    await expect(decrypted(file.subarray(0, length)), `at ${length}`).rejects.toThrow(
      'This backup is incomplete: its end is missing.',
    )
})

test('refuses changed bytes, reordered chunks and appended bytes', async () => {
  const file = await encrypted(randomBytes(2 * CHUNK + 100))
  for (const index of [HEADER + 3, HEADER + 4, HEADER + 1000, HEADER + ENCRYPTED_CHUNK - 1, file.length - 1]) {
    const changed = Buffer.from(file)
    changed[index] = (changed[index] ?? 0) ^ 1
    await expect(decrypted(changed), `byte ${index}`).rejects.toThrow('This backup is damaged.')
  }
  const [head, one, two, rest] = [
    file.subarray(0, HEADER),
    file.subarray(HEADER, HEADER + ENCRYPTED_CHUNK),
    file.subarray(HEADER + ENCRYPTED_CHUNK, HEADER + 2 * ENCRYPTED_CHUNK),
    file.subarray(HEADER + 2 * ENCRYPTED_CHUNK),
  ]
  await expect(decrypted(Buffer.concat([head, two, one, rest]))).rejects.toThrow('damaged')
  await expect(decrypted(Buffer.concat([head, one, rest]))).rejects.toThrow('damaged')
  await expect(decrypted(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow('damaged')
  // The first chunk, marked as the last one.
  const early = Buffer.from(file.subarray(0, HEADER + ENCRYPTED_CHUNK))
  early[HEADER] = (early[HEADER] ?? 0) | 0x80
  await expect(decrypted(early)).rejects.toThrow('damaged')
})
