import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets that are stored in the database, so that no copy of it contains them. */
export type Seal = {
  seal: (secret: string) => string
  /** Undefined if it was sealed with a different key, or modified since. */
  open: (sealed: string) => string | undefined
}

/**
 * The key is derived from the shop's secret key (HKDF), one for each purpose. What was sealed with the secret key before
 * can still be opened.
 */
export function createSeal(secretKey: string, purpose: string, oldSecretKey?: string): Seal {
  const current = sealWith(secretKey, purpose)
  const old = oldSecretKey === undefined ? undefined : sealWith(oldSecretKey, purpose)
  return { seal: current.seal, open: (sealed) => current.open(sealed) ?? old?.open(sealed) }
}

function sealWith(secretKey: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `seal ${purpose}`, 32))
  return {
    seal(secret) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.byteLength < NONCE_BYTES + TAG_BYTES) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const content = bytes.subarray(NONCE_BYTES + TAG_BYTES)
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
      } catch {
        // The secret key was changed, or the row was modified.
        return undefined
      }
    },
  }
}
