import http from 'node:http'
import https from 'node:https'
import { encryptMessage, type PushKeys } from './encrypt-message.ts'
import { lookupPublic, readPushAddress } from './push-address.ts'
import type { Vapid } from './vapid.ts'

export type Subscription = PushKeys & { endpoint: string }

export type PushMessage = {
  text: string
  isUrgent: boolean
  /** A waiting message with the same topic is replaced; letters, digits, `-` and `_` only. */
  topic?: string | undefined
}

export type SendPush = (subscription: Subscription, message: PushMessage) => Promise<void>

/** Why a push service didn't accept a message. */
export class PushRefusal extends Error {
  readonly status: number
  /** The delay requested by the push service. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, retryAfterMs?: number) {
    super(`the push service returned ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }

  /** The subscription has ended for good. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410
  }

  get mayPass(): boolean {
    return this.status === 429 || this.status >= 500
  }
}

const TIMEOUT_MS = 10_000
/** A phone that was off for a day doesn't need old messages when it's back on. */
const TTL_SECONDS = 24 * 60 * 60
const MAX_WAIT_SECONDS = 60 * 60

export type PushDeps = {
  vapid: Vapid
  /** A push service on this machine, over plain http: in development and tests only. */
  allowsLocal: boolean
  now: () => Date
}

/** Sends one message to the push service of one browser (RFC 8030). No redirect is followed. */
export function createSendPush({ vapid, allowsLocal, now }: PushDeps): SendPush {
  return async ({ endpoint, ...keys }, { text, isUrgent, topic }) => {
    const url = readPushAddress(endpoint, { allowsLocal })
    if (!url) throw new PushRefusal(410)
    const body = encryptMessage(Buffer.from(text), keys)
    const headers = {
      authorization: vapid.authorization(url, now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': body.length,
      ttl: TTL_SECONDS,
      urgency: isUrgent ? 'high' : 'normal',
      ...(topic && { topic }),
    }
    const { status, retryAfter } = await post(url, { headers, body, isPublicOnly: !allowsLocal })
    if (status < 200 || status > 299) throw new PushRefusal(status, waitMs(retryAfter))
  }
}

type Post = { headers: http.OutgoingHttpHeaders; body: Buffer; isPublicOnly: boolean }

function post(url: URL, { headers, body, isPublicOnly }: Post): Promise<{ status: number; retryAfter: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; retryAfter: string }>()
  const client = url.protocol === 'https:' ? https : http
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = client.request(url, {
    method: 'POST',
    headers,
    signal,
    // A new connection, so that the host name is checked each time.
    agent: false,
    ...(isPublicOnly && { lookup: lookupPublic }),
  })
  request.on('error', reject)
  request.on('response', (response) => {
    // The body isn't needed, and could be endless.
    response.destroy()
    resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? '' })
  })
  request.end(body)
  return promise
}

function waitMs(retryAfter: string): number | undefined {
  return /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), MAX_WAIT_SECONDS) * 1000 : undefined
}
