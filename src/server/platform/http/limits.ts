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

/** A per-key limit in the memory of this process. Visitors choose the keys, so their number is capped. */
export function createLimiter(limit: Limit, now: () => number) {
  const { count, perMs } = limit
  const buckets = new Map<string, Bucket>()

  function touch(key: string): Bucket {
    const bucket = buckets.get(key) ?? { left: count, at: now() }
    // A Map keeps insertion order: the last one is the most recently used.
    buckets.delete(key)
    buckets.set(key, bucket)
    for (const oldest of buckets.keys()) {
      if (buckets.size <= MAX_KEYS) break
      buckets.delete(oldest)
    }
    return bucket
  }

  return {
    /** Takes a token. Returns 0, or for how many milliseconds there is none. */
    take(key: string): number {
      const bucket = touch(key)
      const time = now()
      const refilled = Math.min(count, bucket.left + (Math.max(0, time - bucket.at) * count) / perMs)
      bucket.at = time
      bucket.left = refilled >= 1 ? refilled - 1 : refilled
      return refilled >= 1 ? 0 : ((1 - refilled) * perMs) / count
    },
    /** Empties a bucket until the given time has passed. */
    block(key: string, waitMs: number): void {
      Object.assign(touch(key), { left: 1 - (waitMs * count) / perMs, at: now() })
    },
  }
}

/** Limits of this process alone. */
export function createLocalLimits(now: () => number): Limits {
  return (_name, limit) => {
    const local = createLimiter(limit, now)
    return { take: async (key) => local.take(key) }
  }
}
