/** Exponential back-off: the delay doubles from `firstMs` to `longestMs`. */
export type BackOff = { firstMs: number; longestMs: number; maxAttempts: number }

/** Delay after this many attempts; undefined to give up. */
export function backOffMs(attempts: number, { firstMs, longestMs, maxAttempts }: BackOff): number | undefined {
  if (attempts >= maxAttempts) return undefined
  return Math.min(firstMs * 2 ** Math.max(0, attempts - 1), longestMs)
}
