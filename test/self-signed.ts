import { createHash, generateKeyPairSync, sign, X509Certificate } from 'node:crypto'

const YEAR_MS = 365 * 24 * 60 * 60_000

/** Creates a key and a self-signed certificate for these host names. */
export function selfSigned(names: readonly string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid('2a8648ce3d040302')) // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid('550403'), text(0x0c, 'Test of the shop'))))
  const alternativeNames = sequence(...names.map((each) => text(0x82, each)))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))), // version 3
    der(0x02, Buffer.of(1)), // serial number
    algorithm,
    name,
    sequence(utcTime(Date.now() - YEAR_MS), utcTime(Date.now() + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, alternativeNames)))),
  )
  const signature = der(0x03, Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)]))
  // No empty line at the end, whatever the length: OpenSSL refuses it.
  const lines = (
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  ).join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** The hash of a certificate's public key, for Chromium's --ignore-certificate-errors-spki-list. */
export function certificateName(cert: string): string {
  const { publicKey } = new X509Certificate(cert)
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
}

/** One DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { byteLength } = content
  const length =
    byteLength < 0x80
      ? Buffer.of(byteLength)
      : byteLength < 0x100
        ? Buffer.of(0x81, byteLength)
        : Buffer.of(0x82, byteLength >> 8, byteLength & 0xff)
  return Buffer.concat([Buffer.of(tag), length, content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function text(tag: number, value: string): Buffer {
  return der(tag, Buffer.from(value))
}

function utcTime(ms: number): Buffer {
  return text(0x17, `${new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`)
}
