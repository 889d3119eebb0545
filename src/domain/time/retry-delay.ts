import { type BackOff, backOffMs } from './back-off.ts'

/** About three days in all: longer than any outage of a maintained mail server. */
const UNREACHED: BackOff = { firstMs: 2000, longestMs: 6 * 60 * 60 * 1000, maxAttempts: 26 }
/** A permanent error (5xx) is retried a few times, because some servers use it for temporary errors. */
const REJECTED: BackOff = { ...UNREACHED, maxAttempts: 6 }

/** Back-off after this many attempts; undefined to give up. */
export function mailRetryDelayMs(attempts: number, wasRejected: boolean): number | undefined {
  return backOffMs(attempts, wasRejected ? REJECTED : UNREACHED)
}
