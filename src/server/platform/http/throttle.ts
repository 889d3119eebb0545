import type { Context, MiddlewareHandler } from 'hono'
import { connectionAddress } from './connection-address.ts'
import type { Limit, Limits } from './limits.ts'
import { believedAddress, type SenderUnits, unitsOf } from './sender-address.ts'
import { limitSenders } from './sender-limits.ts'

export type { Limit }

export type ThrottleOptions = {
  /** Prefix of the buckets: each function has its own. */
  name: string
  perAddress: Limit
  limits: Limits
  /** Number of proxies in front of the shop whose X-Forwarded-For entry is trusted. */
  trustedProxies: number
  refuse: (c: Context, retryAfterSeconds: number) => Response
}

/** Per-sender rate limit. There is no global bucket: a stranger could drain it, and then no one could order. */
export function throttle({ name, perAddress, limits, trustedProxies, refuse }: ThrottleOptions): MiddlewareHandler {
  const senders = limitSenders(limits, name, perAddress)

  return async (c, next) => {
    const waitMs = await senders.take(senderOf(c, trustedProxies))
    if (waitMs > 0) return refuse(c, Math.ceil(waitMs / 1000))
    await next()
  }
}

/** The sender of the request, as far as its address can tell. */
export function senderOf(c: Context, trustedProxies: number): SenderUnits {
  return unitsOf(clientAddress(c, trustedProxies))
}

export function clientKey(c: Context, trustedProxies: number): string {
  return senderOf(c, trustedProxies).client
}

export function clientAddress(c: Context, trustedProxies: number): string {
  return believedAddress(c.req.header('x-forwarded-for'), connectionAddress(c), trustedProxies)
}
