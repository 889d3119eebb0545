/** Everybody mistypes a few times. */
const FREE_TRIES = 5
const FIRST_PAUSE_MS = 30_000
/** The longest pause there is, so that nobody is kept out for good. */
const LONGEST_PAUSE_MS = 60 * 60 * 1000

/** How long the next try waits after so many wrong ones in a row: nothing at first, then twice as long each time. */
export function signInPauseMs(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - FREE_TRIES))
}
