/** Allows for typos. */
export const FREE_TRIES = 5
/**
 * Per account, across all unknown browsers. Higher than the limit per address, so one operator's typos do not lock the
 * account's password for colleagues on other networks.
 */
export const FREE_TRIES_PER_ACCOUNT = 10
const FIRST_PAUSE_MS = 30_000
/** Capped, so an account is never locked out permanently. */
const MAX_PAUSE_MS = 60 * 60 * 1000

/** Back-off after consecutive failures: none at first, then doubling. */
export function signInPauseMs(failures: number, freeTries = FREE_TRIES): number {
  if (failures < freeTries) return 0
  return Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - freeTries))
}
