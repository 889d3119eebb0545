import type { Context, MiddlewareHandler } from 'hono'
import { connectionAddress } from './connection-address.ts'
import { createLimiter, type Limit, type Limits } from './limits.ts'
import { parseAddress, type SenderUnits, unitsOf } from './sender-address.ts'

export { createLimiter }
export type { Limit }

export type ThrottleOptions = {
  /** Names the buckets: each function has its own. */
  name: string
  perAddress: Limit
  limits: Limits
  /** Proxies in front of the shop whose X-Forwarded-For entry is to be believed. */
  trustedProxies: number
  refuse: (c: Context, retryAfterSeconds: number) => Response
}

/** A /48 of IPv6 is one customer or a whole town: it may ask this many times as often as an address. */
const NETWORK_FACTOR = 16

/**
 * Limits requests per sender. There is no bucket for everyone together: a stranger could empty it, and then nobody
 * could order.
 */
export function throttle({ name, perAddress, limits, trustedProxies, refuse }: ThrottleOptions): MiddlewareHandler {
  const byClient = limits(name, perAddress)
  const byNetwork = limits(`${name} network`, { ...perAddress, count: perAddress.count * NETWORK_FACTOR })

  return async (c, next) => {
    const { client, network, isIpv6 } = senderOf(c, trustedProxies)
    const waitMs = (await byClient.take(client)) || (isIpv6 ? await byNetwork.take(network) : 0)
    if (waitMs > 0) return refuse(c, Math.ceil(waitMs / 1000))
    await next()
  }
}

/** Who sent the request, as far as an address can tell. */
export function senderOf(c: Context, trustedProxies: number): SenderUnits {
  return unitsOf(clientAddress(c, trustedProxies))
}

export function clientKey(c: Context, trustedProxies: number): string {
  return senderOf(c, trustedProxies).client
}

/**
 * Every proxy adds the address it was called from at the end of X-Forwarded-For; what stands further left is whatever
 * the visitor wrote there.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? (c.req.header('x-forwarded-for')?.split(',') ?? []) : []
  const believed = forwarded.at(-trustedProxies) ?? forwarded[0] ?? ''
  const socket = connectionAddress(c) ?? 'local'
  return parseAddress(believed) ?? parseAddress(socket) ?? socket
}
