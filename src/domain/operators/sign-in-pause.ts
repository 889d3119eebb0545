/** Everyone mistypes a few times. */
export const FREE_TRIES = 5
/**
 * For one account, from every unknown browser together. More than a single address gets, so that one person who
 * mistypes does not close the account's password for colleagues on other networks.
 */
export const FREE_TRIES_PER_ACCOUNT = 10
const FIRST_PAUSE_MS = 30_000
/** The longest pause there is, so that no one is kept out for good. */
const MAX_PAUSE_MS = 60 * 60 * 1000

/** Back-off after that many wrong tries in a row: nothing at first, then twice as long each time. */
export function signInPauseMs(failures: number, freeTries = FREE_TRIES): number {
  if (failures < freeTries) return 0
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - freeTries))
}
