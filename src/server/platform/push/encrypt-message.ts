import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a browser's subscription, in base64url. */
export type PushKeys = { p256dh: string; auth: string }

/** The sender's keys, random for each message; tests use those of RFC 8291. */
export type SenderSecrets = { privateKey: Buffer; salt: Buffer }

const CURVE = 'prime256v1'
/** An uncompressed point of P-256. */
const POINT_BYTES = 65
const AUTH_BYTES = 16
const TAG_BYTES = 16
/** Push services must accept 4096 bytes, header included. */
const RECORD_BYTES = 4096
const HEADER_BYTES = 16 + 4 + 1 + POINT_BYTES
/** The only record ends with one byte. */
export const MAX_MESSAGE_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1
const LAST_RECORD = Buffer.from([2])

function newSecrets(): SenderSecrets {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  // A leading zero byte may be missing.
  const privateKey = Buffer.alloc(32)
  const made = ecdh.getPrivateKey()
  made.copy(privateKey, 32 - made.length)
  return { privateKey, salt: randomBytes(16) }
}

/**
 * Encrypts a push message so that only the browser can read it, not its push service: RFC 8291, with the one-record
 * aes128gcm coding of RFC 8188.
 */
export function encryptMessage(message: Buffer, keys: PushKeys, secrets: SenderSecrets = newSecrets()): Buffer {
  if (message.length > MAX_MESSAGE_BYTES) throw new RangeError('the push message is too long')
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(secrets.privateKey)
  const sender = ecdh.getPublicKey()
  const sharedSecret = ecdh.computeSecret(receiver)

  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const inputKey = hkdf(sharedSecret, Buffer.from(keys.auth, 'base64url'), keyInfo, 32)
  const contentKey = hkdf(inputKey, secrets.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(inputKey, secrets.salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  const header = Buffer.alloc(HEADER_BYTES)
  secrets.salt.copy(header, 0)
  header.writeUInt32BE(RECORD_BYTES, 16)
  header.writeUInt8(POINT_BYTES, 20)
  sender.copy(header, 21)
  return Buffer.concat([
    header,
    cipher.update(message),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function hkdf(key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}

/** Returns true if these are keys that a message can be encrypted for. */
export function arePushKeys({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    const ecdh = createECDH(CURVE)
    ecdh.generateKeys()
    const point = Buffer.from(p256dh, 'base64url')
    ecdh.computeSecret(point)
    return point.length === POINT_BYTES
  } catch {
    // Not a point of the curve.
    return false
  }
}
