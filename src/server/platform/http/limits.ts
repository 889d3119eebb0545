/** A token bucket with a capacity of `count`, refilled evenly over `perMs`. */
export type Limit = { count: number; perMs: number }

export interface Limiter {
  /** Takes a token from the key's bucket. Returns 0, or the milliseconds until the next token. */
  take(key: string): Promise<number>
  /** The wait as far as this process knows. Takes and stores nothing. */
  peek(key: string): number
}

/** Limiters with the same name share their buckets. */
export type Limits = (name: string, limit: Limit) => Limiter

type Bucket = { left: number; at: number }

/** About 10 MB. Above this, the least recently used keys start over. */
const MAX_KEYS = 50_000

export type BucketStore = ReturnType<typeof createBucketStore>

/**
 * Buckets by key. Visitors choose the keys, so their number is capped, and buckets that must have refilled are dropped.
 * Kept in two generations: the older one is dropped as a whole, so eviction is O(1).
 */
export function createBucketStore(maxKeys = MAX_KEYS) {
  let young = new Map<string, Bucket>()
  let old = new Map<string, Bucket>()
  let startedAt = -Infinity
  let retentionMs = 0

  function rotate(time: number): void {
    old = young
    young = new Map()
    startedAt = time
  }

  return {
    /** Set by each limiter to the time its buckets take to refill; the longest one wins. */
    keepFor(milliseconds: number): void {
      retentionMs = Math.max(retentionMs, milliseconds)
    },
    find(key: string): Bucket | undefined {
      return young.get(key) ?? old.get(key)
    },
    put(key: string, bucket: Bucket): void {
      if (young.size >= maxKeys / 2 || bucket.at - startedAt >= retentionMs) rotate(bucket.at)
      young.set(key, bucket)
      old.delete(key)
    },
    size: () => young.size + old.size,
  }
}

/** A per-key limit in process memory. Limiters that share a store share its cap. */
export function createLimiter(
  { count, perMs }: Limit,
  now: () => number,
  { store = createBucketStore(), prefix = '' }: { store?: BucketStore; prefix?: string } = {},
) {
  store.keepFor(perMs)

  function refilled(key: string, time: number): number {
    const { left, at } = store.find(prefix + key) ?? { left: count, at: time }
    return Math.min(count, left + (Math.max(0, time - at) * count) / perMs)
  }
  const waitFor = (tokens: number) => (tokens >= 1 ? 0 : ((1 - tokens) * perMs) / count)

  return {
    /** Takes a token. Returns 0, or the milliseconds until the next token. */
    take(key: string): number {
      const time = now()
      const tokens = refilled(key, time)
      store.put(prefix + key, { left: tokens >= 1 ? tokens - 1 : tokens, at: time })
      return waitFor(tokens)
    },
    /** The same without taking a token. */
    peek: (key: string): number => waitFor(refilled(key, now())),
    /** Empties a bucket for the given time. */
    block(key: string, waitMs: number): void {
      store.put(prefix + key, { left: 1 - (waitMs * count) / perMs, at: now() })
    },
  }
}

/** Per-process limits. */
export function createLocalLimits(now: () => number, store = createBucketStore()): Limits {
  return (name, limit) => {
    const local = createLimiter(limit, now, { store, prefix: `${name} ` })
    return { take: async (key) => local.take(key), peek: local.peek }
  }
}
