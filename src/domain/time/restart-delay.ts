const FIRST_MS = 250
const MAX_MS = 30_000
/** Whoever ran this long was well; the next end is a new story. */
const WELL_AFTER_MS = 60_000

export type Run = { lastedMs: number; earlyEnds: number }

/** How many times in a row a process has ended early, this time included. */
export function countEarlyEnds({ lastedMs, earlyEnds }: Run): number {
  return lastedMs >= WELL_AFTER_MS ? 0 : earlyEnds + 1
}

/** How long to wait before a process is started again: almost nothing at first, twice as long after every early end. */
export function restartDelayMs(earlyEnds: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(earlyEnds - 1, 0), MAX_MS)
}
