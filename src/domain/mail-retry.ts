const FIRST_DELAY_MS = 2000
const LONGEST_DELAY_MS = 6 * 60 * 60 * 1000
/** Together about three days: longer than any outage of a mail server that somebody is looking after. */
const MAX_ATTEMPTS = 26
/** A server that says "never" (5xx) is asked a few times more, as some say it when they mean "later". */
const MAX_REJECTIONS = 6

/** How long to wait after so many attempts, doubling each time; undefined when it is time to give up. */
export function mailRetryDelayMs(attempts: number, wasRejected: boolean): number | undefined {
  if (attempts >= (wasRejected ? MAX_REJECTIONS : MAX_ATTEMPTS)) return undefined
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, attempts - 1), LONGEST_DELAY_MS)
}
