import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'
import { createByteReader } from './byte-reader.ts'

/** What backups are encrypted with: 32 random bytes, or a passphrase that a key is derived from. */
export type BackupSecret = { kind: 'key'; key: Buffer } | { kind: 'passphrase'; passphrase: string }

/**
 * A sealed file is a header and chunks of AES-256-GCM. Each file has a key of its own, derived with its salt, so the
 * chunk's number is a safe nonce. A chunk's length and whether it is the last are authenticated with it: nothing can be
 * changed, swapped, repeated or cut off unnoticed.
 *
 *   header  magic (16) · version (1) · kind of secret (1) · salt (16) · key check (16)
 *   chunk   length, top bit set on the last (4) · ciphertext · tag (16)
 */
const MAGIC = Buffer.from('Bloomera backup\n')
const VERSION = 1
const KINDS = ['key', 'passphrase'] as const
const SALT_BYTES = 16
const CHECK_BYTES = 16
const KEY_BYTES = 32
const TAG_BYTES = 16
const LENGTH_BYTES = 4
const HEADER_BYTES = MAGIC.length + 2 + SALT_BYTES + CHECK_BYTES
const CHUNK_BYTES = 64 * 1024
const LAST = 0x80_00_00_00
/** OWASP's recommendation: 32 MB and about a tenth of a second for each guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

const REFUSALS = {
  foreign: 'This file is not a backup of the shop.',
  newer: 'This backup was made by a newer version of the shop. Update the shop, then restore it.',
  wrongKind: {
    key: 'This backup was made with BACKUP_KEY, not with a passphrase.',
    passphrase: 'This backup was made with BACKUP_PASSPHRASE, not with a key.',
  },
  wrongKey: 'This backup was made with another key.',
  cutShort: 'This backup is cut short: its end is missing.',
  damaged: 'This backup is damaged.',
}

/** Encrypts a stream; at any time no more than a chunk of it is in memory. */
export async function* seal(source: AsyncIterable<Uint8Array>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await deriveKey(secret, salt)
  yield Buffer.concat([MAGIC, Buffer.from([VERSION, KINDS.indexOf(secret.kind)]), salt, check])
  const reader = createByteReader(source)
  let chunk = await reader.read(CHUNK_BYTES)
  for (let number = 0; ; number += 1) {
    // Read ahead: only the end of the stream tells which chunk is the last.
    const next = await reader.read(CHUNK_BYTES)
    const isLast = next.length === 0
    const length = lengthBytes(chunk.length, isLast)
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number)).setAAD(length)
    yield Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    if (isLast) return
    chunk = next
  }
}

/** Decrypts what `seal` made. Throws as soon as something is wrong, and at the end if the end is missing. */
export async function* unseal(source: AsyncIterable<Uint8Array>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const reader = createByteReader(source)
  try {
    const key = await openHeader(await reader.read(HEADER_BYTES), secret)
    for (let number = 0; ; number += 1) {
      const length = await reader.read(LENGTH_BYTES)
      if (length.length < LENGTH_BYTES) throw new BackupError(REFUSALS.cutShort)
      const bytes = length.readUInt32BE() & ~LAST
      if (bytes > CHUNK_BYTES) throw new BackupError(REFUSALS.damaged)
      const body = await reader.read(bytes + TAG_BYTES)
      if (body.length < bytes + TAG_BYTES) throw new BackupError(REFUSALS.cutShort)
      yield decrypt(key, number, length, body)
      if (length.readUInt32BE() >= LAST) break
    }
    if ((await reader.read(1)).length > 0) throw new BackupError(REFUSALS.damaged)
  } finally {
    await reader.close()
  }
}

async function openHeader(header: Buffer, secret: BackupSecret): Promise<Buffer> {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError(REFUSALS.foreign)
  if (header.length < HEADER_BYTES) throw new BackupError(REFUSALS.cutShort)
  const [version, kindNumber = -1] = header.subarray(MAGIC.length)
  const kind = KINDS[kindNumber]
  if (version !== VERSION) throw new BackupError(REFUSALS.newer)
  if (kind === undefined) throw new BackupError(REFUSALS.damaged)
  if (kind !== secret.kind) throw new BackupError(REFUSALS.wrongKind[kind])
  const saltStart = MAGIC.length + 2
  const { key, check } = await deriveKey(secret, header.subarray(saltStart, saltStart + SALT_BYTES))
  if (!timingSafeEqual(check, header.subarray(saltStart + SALT_BYTES))) throw new BackupError(REFUSALS.wrongKey)
  return key
}

function decrypt(key: Buffer, number: number, length: Buffer, body: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: TAG_BYTES })
  decipher.setAAD(length).setAuthTag(body.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new BackupError(REFUSALS.damaged, { cause })
  }
}

/** The check tells a wrong key from a damaged file, and says nothing about the key itself. */
async function deriveKey(secret: BackupSecret, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const derived =
    secret.kind === 'key'
      ? Buffer.from(hkdfSync('sha256', secret.key, salt, 'bloomera backup', KEY_BYTES + CHECK_BYTES))
      : await scryptAsync(secret.passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, SCRYPT)
  return { key: derived.subarray(0, KEY_BYTES), check: derived.subarray(KEY_BYTES) }
}

const scryptAsync = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function lengthBytes(length: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeUInt32BE(isLast ? length + LAST : length)
  return bytes
}
