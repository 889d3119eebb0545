import type { Context, MiddlewareHandler } from 'hono'
import { connectionAddress } from './connection-address.ts'
import type { Limit, Limits } from './limits.ts'
import { chunksOf } from './read-json.ts'
import { believedAddress, type SenderUnits, unitsOf } from './sender-address.ts'
import { limitSenders } from './sender-limits.ts'

export type { Limit }

/** A bucket for each of the tickets that the shop issued, for callers whose address has used up its own. */
export type TicketLimit = Limit & {
  /** Undefined without a valid ticket. */
  ticketOf: (c: Context) => string | undefined
}

export type ThrottleOptions = {
  /** Prefix of the buckets: each function has its own. */
  name: string
  perAddress: Limit
  perTicket?: TicketLimit | undefined
  limits: Limits
  /** Number of proxies in front of the shop whose X-Forwarded-For entry is trusted. */
  trustedProxies: number
  /** Resolves when a refusal may be sent, so that a flood slows itself down. */
  delayRefusal: DelayRefusal
  refuse: (c: Context, retryAfterSeconds: number) => Response
}

export type DelayRefusal = (client: string) => Promise<void>

/** As much as any throttled request may send. */
const MAX_BYTES = 64 * 1024

/** Per-sender rate limit. There is no global bucket: a stranger could drain it, and then no one could order. */
export function throttle(options: ThrottleOptions): MiddlewareHandler {
  const { name, perAddress, perTicket, limits, trustedProxies, delayRefusal, refuse } = options
  const senders = limitSenders(limits, name, perAddress)
  const tickets = perTicket && limits(`${name} ticket`, perTicket)

  async function hasTicket(c: Context): Promise<boolean> {
    const ticket = perTicket?.ticketOf(c)
    return ticket !== undefined && (await tickets?.take(ticket)) === 0
  }

  return async (c, next) => {
    const sender = senderOf(c, trustedProxies)
    const waitMs = await senders.take(sender)
    if (waitMs === 0 || (await hasTicket(c))) return next()
    // Otherwise it would stay in memory during the delay.
    await discardBody(c.req.raw)
    await delayRefusal(sender.client)
    return refuse(c, Math.ceil(waitMs / 1000))
  }
}

async function discardBody(request: Request): Promise<void> {
  for await (const chunk of chunksOf(request, MAX_BYTES)) void chunk
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
