import { refuseRawRequest } from '#server/platform/http/raw-request-guard.ts'
import { type FuzzRequest, HOST, type Pair } from './draft.ts'
import type { World } from './world.ts'

export type Answer = {
  status: number
  headers: Map<string, string>
  cookies: string[]
  /** Empty for pictures, fonts and other binary bodies. */
  text: string
  size: number
}

const NOT_TEXT = /^(image|font|video)\//
const NOT_FOR_FETCH = new Set(['TRACE', 'CONNECT', 'TRACK'])

/**
 * Returns true if the framework would see this request. What Node's parser or our guard rejects first, and what fetch
 * can't express, is sent over a socket instead.
 */
export function canCallInProcess({ method, target, headers, body }: FuzzRequest): boolean {
  if (NOT_FOR_FETCH.has(method.toUpperCase()) || (body && (method === 'GET' || method === 'HEAD'))) return false
  if (method !== method.toUpperCase() || target.length > 12_000) return false
  const rawHeaders = withHost(headers).flat()
  return refuseRawRequest({ method, url: target, rawHeaders }) === undefined && headers.every(isSendable)
}

/** As every client sends one. */
function withHost(headers: Pair[]): Pair[] {
  return headers.some(([name]) => name === 'host') ? headers : [['host', HOST], ...headers]
}

function isSendable([name, value]: Pair): boolean {
  // Node handles these itself, or refuses them.
  return name !== 'content-length' && name !== 'expect' && /^[\t\x20-\x7E\x80-\xFF]*$/.test(value)
}

/** Through the whole app without a socket. An endless stream is abandoned after its first chunk. */
export async function callInProcess({ shop, origin }: World, request: FuzzRequest): Promise<Answer> {
  const response = await shop.app.fetch(
    new Request(origin + request.target, {
      method: request.method,
      headers: withHost(request.headers),
      redirect: 'manual',
      ...(request.body && { body: Buffer.from(request.body) }),
    }),
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  const headers = new Map(response.headers)
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status: response.status, headers, cookies: [], text: '', size: 1 }
  }
  const bytes = Buffer.from(await response.arrayBuffer())
  const isText = !NOT_TEXT.test(type) && !headers.has('content-encoding')
  return {
    status: response.status,
    headers,
    cookies: response.headers.getSetCookie(),
    text: isText ? bytes.toString() : '',
    size: bytes.byteLength,
  }
}
