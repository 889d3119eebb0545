import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from './backup-error.ts'
import { createByteReader } from './byte-reader.ts'

/** What backups are encrypted with: 32 random bytes, or a passphrase to derive a key from. */
export type BackupSecret = { kind: 'key'; key: Buffer } | { kind: 'passphrase'; passphrase: string }

/**
 * An encrypted file is a header followed by AES-256-GCM chunks. Each file has its own key, derived with a random salt, so
 * the chunk number is a safe nonce. A chunk's length and last-chunk flag are authenticated with it, which detects
 * changed, reordered, repeated and truncated chunks.
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
/** OWASP's recommendation: 32 MB and about 0.1 s per guess. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

const MESSAGES = {
  foreign: 'This file isn’t a Bloomera backup.',
  newer: 'This backup was made by a newer version of the shop. Update the shop, then restore it.',
  wrongKind: {
    key: 'This backup was made with BACKUP_KEY, not a passphrase.',
    passphrase: 'This backup was made with BACKUP_PASSPHRASE, not a key.',
  },
  wrongKey: 'This backup was made with a different key.',
  truncated: 'This backup is incomplete: its end is missing.',
  damaged: 'This backup is damaged.',
}

/** The key of one file, and the header from which the secret derives it again. */
export type FileKey = { key: Buffer; header: Buffer }

/** Slow with a passphrase, so call it before opening a transaction. */
export async function createFileKey(secret: BackupSecret): Promise<FileKey> {
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await deriveKey(secret, salt)
  return { key, header: Buffer.concat([MAGIC, Buffer.from([VERSION, KINDS.indexOf(secret.kind)]), salt, check]) }
}

/** Encrypts a stream with constant memory. Each file needs its own key. */
export async function* encrypt(source: AsyncIterable<Uint8Array>, { key, header }: FileKey): AsyncGenerator<Buffer> {
  yield header
  const reader = createByteReader(source)
  let chunk = await reader.read(CHUNK_BYTES)
  for (let number = 0; ; number += 1) {
    // Read ahead to know whether this chunk is the last.
    const next = await reader.read(CHUNK_BYTES)
    const isLast = next.length === 0
    const length = lengthBytes(chunk.length, isLast)
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number)).setAAD(length)
    yield Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
    if (isLast) return
    chunk = next
  }
}

/** Reverses `encrypt`. Throws at the first damaged chunk, and at the end if the last chunk is missing. */
export async function* decrypt(source: AsyncIterable<Uint8Array>, secret: BackupSecret): AsyncGenerator<Buffer> {
  const reader = createByteReader(source)
  try {
    const key = await openHeader(await reader.read(HEADER_BYTES), secret)
    for (let number = 0; ; number += 1) {
      const length = await reader.read(LENGTH_BYTES)
      if (length.length < LENGTH_BYTES) throw new BackupError(MESSAGES.truncated)
      const bytes = length.readUInt32BE() & ~LAST
      if (bytes > CHUNK_BYTES) throw new BackupError(MESSAGES.damaged)
      const body = await reader.read(bytes + TAG_BYTES)
      if (body.length < bytes + TAG_BYTES) throw new BackupError(MESSAGES.truncated)
      yield decryptChunk(key, number, length, body)
      if (length.readUInt32BE() >= LAST) break
    }
    if ((await reader.read(1)).length > 0) throw new BackupError(MESSAGES.damaged)
  } finally {
    await reader.close()
  }
}

async function openHeader(header: Buffer, secret: BackupSecret): Promise<Buffer> {
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError(MESSAGES.foreign)
  if (header.length < HEADER_BYTES) throw new BackupError(MESSAGES.truncated)
  const [version, kindNumber = -1] = header.subarray(MAGIC.length)
  const kind = KINDS[kindNumber]
  if (version !== VERSION) throw new BackupError(MESSAGES.newer)
  if (kind === undefined) throw new BackupError(MESSAGES.damaged)
  if (kind !== secret.kind) throw new BackupError(MESSAGES.wrongKind[kind])
  const saltStart = MAGIC.length + 2
  const { key, check } = await deriveKey(secret, header.subarray(saltStart, saltStart + SALT_BYTES))
  if (!timingSafeEqual(check, header.subarray(saltStart + SALT_BYTES))) throw new BackupError(MESSAGES.wrongKey)
  return key
}

function decryptChunk(key: Buffer, number: number, length: Buffer, body: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number), { authTagLength: TAG_BYTES })
  decipher.setAAD(length).setAuthTag(body.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new BackupError(MESSAGES.damaged, { cause })
  }
}

/** The check distinguishes a wrong key from a damaged file without revealing anything about the key. */
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
