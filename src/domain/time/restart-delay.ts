const FIRST_MS = 250
const MAX_MS = 30_000
/** A process that ran this long was healthy, so the count starts over. */
const HEALTHY_AFTER_MS = 60_000

export type Run = { lastedMs: number; earlyEnds: number }

/** Consecutive early exits, including this one. */
export function countEarlyEnds({ lastedMs, earlyEnds }: Run): number {
  return lastedMs >= HEALTHY_AFTER_MS ? 0 : earlyEnds + 1
}

/** Delay before a restart: short at first, doubling with every early exit. */
export function restartDelayMs(earlyEnds: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(earlyEnds - 1, 0), MAX_MS)
}
