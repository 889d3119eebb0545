/** A token bucket: `count` at once, refilled evenly over `perMs`. */
export type Limit = { count: number; perMs: number }

export interface Limiter {
  /** Takes a token of the key's bucket. Returns 0, or for how many milliseconds there is none. */
  take(key: string): Promise<number>
}

/** Hands out limiters; those of the same name share their buckets. */
export type Limits = (name: string, limit: Limit) => Limiter

type Bucket = { left: number; at: number }

/** Above this many keys the least recently used ones start afresh; about 10 MB. */
const MAX_KEYS = 50_000

export type BucketStore = ReturnType<typeof createBucketStore>

/**
 * Buckets by key. Visitors choose the keys, so their number is capped, and what was not used for so long that it is
 * full again is dropped. In two generations: the older one is dropped as a whole, so that no call pays for the size.
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
    /** Every limiter of the store says how long its buckets take to fill. */
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

/** A per-key limit in the memory of this process. Limiters with a store in common share its cap. */
export function createLimiter(
  { count, perMs }: Limit,
  now: () => number,
  { store = createBucketStore(), prefix = '' }: { store?: BucketStore; prefix?: string } = {},
) {
  store.keepFor(perMs)

  return {
    /** Takes a token. Returns 0, or for how many milliseconds there is none. */
    take(key: string): number {
      const time = now()
      const { left, at } = store.find(prefix + key) ?? { left: count, at: time }
      const refilled = Math.min(count, left + (Math.max(0, time - at) * count) / perMs)
      store.put(prefix + key, { left: refilled >= 1 ? refilled - 1 : refilled, at: time })
      return refilled >= 1 ? 0 : ((1 - refilled) * perMs) / count
    },
    /** Empties a bucket until the given time has passed. */
    block(key: string, waitMs: number): void {
      store.put(prefix + key, { left: 1 - (waitMs * count) / perMs, at: now() })
    },
  }
}

/** Limits of this process alone. */
export function createLocalLimits(now: () => number, store = createBucketStore()): Limits {
  return (name, limit) => {
    const local = createLimiter(limit, now, { store, prefix: `${name} ` })
    return { take: async (key) => local.take(key) }
  }
}
