/** How often something that failed is tried again: the delay doubles from the first to the longest. */
export type BackOff = { firstMs: number; longestMs: number; maxAttempts: number }

/** Returns how long to wait after this many attempts; undefined when it is time to give up. */
export function backOffMs(attempts: number, { firstMs, longestMs, maxAttempts }: BackOff): number | undefined {
  if (attempts >= maxAttempts) return undefined
  return Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs)
}
