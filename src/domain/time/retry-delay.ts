import { type BackOff, backOffMs } from './back-off.ts'

/** Together about three days: longer than any outage of a mail server that somebody is looking after. */
const UNREACHED: BackOff = { firstMs: 2000, longestMs: 6 * 60 * 60 * 1000, maxAttempts: 26 }
/** A server that says "never" (5xx) is asked a few times more, as some say it when they mean "later". */
const REJECTED: BackOff = { ...UNREACHED, maxAttempts: 6 }

/** How long to wait after so many attempts, doubling each time; undefined when it is time to give up. */
export function mailRetryDelayMs(attempts: number, wasRejected: boolean): number | undefined {
  return backOffMs(attempts, wasRejected ? REJECTED : UNREACHED)
}
