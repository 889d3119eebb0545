import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { type BackupSecret, seal, unseal } from './seal.ts'

const SECRET: BackupSecret = { kind: 'key', key: randomBytes(32) }
const CHUNK = 64 * 1024
const HEADER = 50
const SEALED_CHUNK = 4 + CHUNK + 16

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

const sealed = async (bytes: Buffer, secret: BackupSecret = SECRET) =>
  Buffer.concat(await collect(seal(inPieces(bytes, 10_000), secret)))
const opened = async (bytes: Buffer, secret: BackupSecret = SECRET) =>
  Buffer.concat(await collect(unseal(inPieces(bytes, 7001), secret)))

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 1_000_000])(
  '%i bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size)
    expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true)
  },
)

test('the same content is never sealed to the same bytes, and none of it shows', async () => {
  const bytes = Buffer.alloc(3 * CHUNK, 'a secret of the shop ')
  const [one, other] = [await sealed(bytes), await sealed(bytes)]
  expect(one.subarray(HEADER).equals(other.subarray(HEADER))).toBe(false)
  expect(one.includes('secret of the shop')).toBe(false)
  // Equal chunks of one file differ as well: each has its own nonce.
  const chunk = (number: number) =>
    one.subarray(HEADER + 4 + number * SEALED_CHUNK, HEADER + number * SEALED_CHUNK + 100)
  expect(chunk(0).equals(chunk(1))).toBe(false)
})

test('a passphrase opens what it sealed, also typed on another keyboard, and a key does not', async () => {
  const bytes = randomBytes(100)
  const file = await sealed(bytes, { kind: 'passphrase', passphrase: 'rosé hips on a sunny morning' })
  const typed: BackupSecret = { kind: 'passphrase', passphrase: 'rose\u0301 hips on a sunny morning' }
  expect((await opened(file, typed)).equals(bytes)).toBe(true)
  await expect(opened(file, { kind: 'passphrase', passphrase: 'Rosé hips' })).rejects.toThrow(
    'This backup was made with another key.',
  )
  await expect(opened(file)).rejects.toThrow('This backup was made with BACKUP_PASSPHRASE, not with a key.')
  await expect(opened(await sealed(bytes), typed)).rejects.toThrow(
    'This backup was made with BACKUP_KEY, not with a passphrase.',
  )
})

test('a wrong key, a foreign file and a newer format are told apart', async () => {
  const file = await sealed(randomBytes(100))
  await expect(opened(file, { kind: 'key', key: randomBytes(32) })).rejects.toThrow('made with another key')
  await expect(opened(randomBytes(500))).rejects.toThrow('This file is not a backup of the shop.')
  await expect(opened(Buffer.alloc(0))).rejects.toThrow('This file is not a backup of the shop.')
  const newer = Buffer.from(file)
  newer[16] = 2
  await expect(opened(newer)).rejects.toThrow('made by a newer version of the shop')
})

test('cut anywhere, it is refused', async () => {
  const file = await sealed(randomBytes(2 * CHUNK + 100))
  const boundary = HEADER + SEALED_CHUNK
  for (const length of [20, HEADER, HEADER + 3, boundary - 1, boundary, boundary + 4, file.length - 1])
    await expect(opened(file.subarray(0, length)), `at ${length}`).rejects.toThrow(
      'This backup is cut short: its end is missing.',
    )
})

test('a changed byte, chunks that changed places, and bytes added at the end are refused', async () => {
  const file = await sealed(randomBytes(2 * CHUNK + 100))
  for (const index of [HEADER + 3, HEADER + 4, HEADER + 1000, HEADER + SEALED_CHUNK - 1, file.length - 1]) {
    const changed = Buffer.from(file)
    changed[index] = (changed[index] ?? 0) ^ 1
    await expect(opened(changed), `byte ${index}`).rejects.toThrow('This backup is damaged.')
  }
  const [head, one, two, rest] = [
    file.subarray(0, HEADER),
    file.subarray(HEADER, HEADER + SEALED_CHUNK),
    file.subarray(HEADER + SEALED_CHUNK, HEADER + 2 * SEALED_CHUNK),
    file.subarray(HEADER + 2 * SEALED_CHUNK),
  ]
  await expect(opened(Buffer.concat([head, two, one, rest]))).rejects.toThrow('damaged')
  await expect(opened(Buffer.concat([head, one, rest]))).rejects.toThrow('damaged')
  await expect(opened(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow('damaged')
  // The first chunk made to look like the last one.
  const early = Buffer.from(file.subarray(0, HEADER + SEALED_CHUNK))
  early[HEADER] = (early[HEADER] ?? 0) | 0x80
  await expect(opened(early)).rejects.toThrow('damaged')
})
