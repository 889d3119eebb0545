import type { Context, MiddlewareHandler } from 'hono'

export type Limit = { count: number; perMs: number }

export type ThrottleOptions = {
  perAddress: Limit
  /** All visitors together, whatever addresses they come from. */
  overall: Limit
  now: () => number
  /** Proxies in front of the shop whose X-Forwarded-For entry is to be believed. */
  trustedProxies: number
  refuse: (c: Context, retryAfterSeconds: number) => Response
}

/** How many may be left until when. */
type Bucket = { left: number; at: number }

/** More visitors than this within the hour, and the longest-silent ones start afresh; about 10 MB. */
const MAX_ADDRESSES = 50_000

/**
 * Lets so many requests through and refuses the rest until some time has passed. Counts in this process only: several
 * processes together allow that many times more, which the limits leave room for.
 */
export function throttle({ perAddress, overall, now, trustedProxies, refuse }: ThrottleOptions): MiddlewareHandler {
  const addresses = createLimiter(perAddress, now)
  const everybody: Bucket = { left: overall.count, at: now() }

  return async (c, next) => {
    // Who is refused by name does not use up what is left for everybody.
    const waitMs = addresses.take(clientKey(c, trustedProxies)) || take(everybody, overall, now())
    if (waitMs > 0) return refuse(c, Math.ceil(waitMs / 1000))
    await next()
  }
}

/** So many for each of the keys, which somebody outside may choose. */
export function createLimiter(limit: Limit, now: () => number) {
  const buckets = new Map<string, Bucket>()
  return {
    /** Takes one, or answers for how many milliseconds there is none. */
    take(key: string): number {
      const bucket = buckets.get(key) ?? { left: limit.count, at: now() }
      // Last in the map means heard of last, so that the first is the one to forget.
      buckets.delete(key)
      buckets.set(key, bucket)
      for (const oldest of buckets.keys()) {
        if (buckets.size <= MAX_ADDRESSES) break
        buckets.delete(oldest)
      }
      return take(bucket, limit, now())
    },
  }
}

/** Who asks, as far as an address can tell. */
export function clientKey(c: Context, trustedProxies: number): string {
  return addressKey(clientAddress(c, trustedProxies))
}

/** Takes one, or answers for how many milliseconds there is none. */
function take(bucket: Bucket, { count, perMs }: Limit, now: number): number {
  const refilled = Math.min(count, bucket.left + (Math.max(0, now - bucket.at) * count) / perMs)
  bucket.at = now
  bucket.left = refilled >= 1 ? refilled - 1 : refilled
  return refilled >= 1 ? 0 : ((1 - refilled) * perMs) / count
}

/**
 * Every proxy adds the address it was called from at the end of X-Forwarded-For; what stands further left is whatever
 * the visitor wrote there.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const forwarded = trustedProxies > 0 ? (c.req.header('x-forwarded-for')?.split(',') ?? []) : []
  const believed = forwarded.at(-trustedProxies) ?? forwarded[0]
  return believed?.trim() || socketAddress(c.env)
}

/** Requests made by tests in the same process have no socket. */
function socketAddress(bindings: { incoming?: { socket?: { remoteAddress?: string } } } | undefined): string {
  return bindings?.incoming?.socket?.remoteAddress ?? 'local'
}

/** One customer of an IPv6 provider has at least a /64 to choose addresses from. */
function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return plain.includes(':') ? expandIpv6(plain).slice(0, 4).join(':') : plain.slice(0, 64)
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = address.slice(0, 64).split('::', 2)
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}
