import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedPush = {
  device: string
  text: string
  headers: IncomingHttpHeaders
  claims: Record<string, unknown>
}

/**
 * A push service and the browsers behind it: it checks the shop's signature, and decrypts each message with the
 * browser's private key. Written from the RFCs, apart from the code under test.
 */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const received: ReceivedPush[] = []
  /** What to respond with instead of 201, by device. */
  const answers = new Map<string, { status: number; retryAfter?: string }>()
  /** How long it takes to respond. */
  const pace = { delayMs: 0 }
  let origin = ''

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    await new Promise((resolve) => setTimeout(resolve, pace.delayMs))
    const device = (request.url ?? '').slice(1)
    const browser = browsers.get(device)
    const set = answers.get(device)
    const claims = checkSignature(request.headers.authorization ?? '')
    if (set) {
      response.writeHead(set.status, set.retryAfter ? { 'retry-after': set.retryAfter } : {}).end('no')
    } else if (browser && claims?.aud === origin) {
      received.push({ device, text: decrypt(body, browser), headers: request.headers, claims })
      response.writeHead(201).end()
    } else response.writeHead(403).end()
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    received,
    answers,
    pace,
    /** What a browser would return when it subscribes. */
    subscribe(device: string) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      browsers.set(device, { ecdh, auth })
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `${origin}/${device}`, keys }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function checkSignature(authorization: string): Record<string, unknown> | undefined {
  const [, content = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return undefined
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const bytes = Buffer.from(signature, 'base64url')
  if (!verify('sha256', Buffer.from(content), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)) return undefined
  return JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (key: Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const input = derive(ecdh.computeSecret(sender), auth, info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(input, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
