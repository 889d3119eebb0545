import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** The order of the group of P-256; a private key is below it. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
/** Sixteen bytes more than a key, so that all keys are equally likely. */
const SEED_BYTES = 48
/** RFC 8292 allows 24 hours; half of it leaves room for a wrong clock. */
const TOKEN_SECONDS = 12 * 60 * 60

export type Vapid = {
  /** In base64url; the browser ties a subscription to it. */
  publicKey: string
  /** The Authorization header for a push service, RFC 8292. */
  authorization: (endpoint: URL, now: Date) => string
}

/**
 * The key pair that identifies the shop to push services. It is derived from the shop's secret key, so that every
 * process has the same one and no copy of the database contains it.
 */
export function createVapid(secretKey: string, contact: string): Vapid {
  const { publicKey, privateKey } = deriveKeys(secretKey)
  return {
    publicKey,
    authorization(endpoint, now) {
      const expires = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS
      const claims = { aud: endpoint.origin, exp: expires, sub: contact }
      const content = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

function deriveKeys(secretKey: string): { publicKey: string; privateKey: KeyObject } {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'web push identity', SEED_BYTES))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', ...textOf({ d, x, y }) }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

function textOf(numbers: Record<string, Buffer>): Record<string, string> {
  return Object.fromEntries(Object.entries(numbers).map(([name, bytes]) => [name, bytes.toString('base64url')]))
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
