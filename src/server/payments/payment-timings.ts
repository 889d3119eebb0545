import type { BackOff } from '#domain/time/back-off.ts'

/** Timeouts and intervals of payments, in milliseconds except for `proofWork`. */
export type PaymentTimings = {
  /** How long a buyer waits before the response is "pending". */
  answerMs: number
  /** Timeout of one call to the provider. */
  callMs: number
  /** Deadline for retrying a charge; none is sent later than this. */
  chargeMs: number
  /** How long a charge belongs to the process that sends it; longer than `chargeMs`. */
  leaseMs: number
  /** Interval between sweeps. */
  sweepMs: number
  /** How long a charge must be missing at the provider before it is abandoned, because its listings lag. */
  missingMs: number
  /** Maximum age of the permission to send when the charge is sent. */
  permissionMs: number
  /** Delays before each search for an abandoned charge that may still arrive. */
  lateLooksMs: readonly number[]
  /** Retries of a webhook event while the provider is unavailable. */
  eventRetry: BackOff
  /** Retries after an error of our own, where waiting helps less and the owner should be alerted sooner. */
  eventFaultRetry: BackOff
  /** Retries of an unsettled refund. */
  refundRetry: BackOff
  /** Hashes per round when a browser has to show a proof of work. */
  proofWork: number
}

/** Per queue, so items waiting for a slow provider do not hold up the rest. */
export const PAYMENT_BATCH = 12

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** About a day: the token of a request delayed longer than that can no longer be charged. */
const HOURLY_LOOKS = 23

export const PAYMENT_TIMINGS: PaymentTimings = {
  answerMs: 9000,
  callMs: 8000,
  chargeMs: 22_000,
  leaseMs: 30_000,
  sweepMs: 10_000,
  missingMs: 60_000,
  permissionMs: 2000,
  lateLooksMs: [1, 2, 5, 10, 20, 40, ...Array<number>(HOURLY_LOOKS).fill(60)].map((minutes) => minutes * MINUTE_MS),
  // About a day, as long as Square itself retries an event.
  eventRetry: { firstMs: 5000, longestMs: HOUR_MS, maxAttempts: 32 },
  eventFaultRetry: { firstMs: 5000, longestMs: HOUR_MS, maxAttempts: 8 },
  // Refunds may stay pending for days; a webhook also announces their result.
  refundRetry: { firstMs: 10_000, longestMs: 6 * HOUR_MS, maxAttempts: 40 },
  proofWork: 8192,
}

/** For fault-injection tests: the same order of events, ten times faster. */
export const FAST_PAYMENT_TIMINGS: PaymentTimings = {
  answerMs: 1500,
  callMs: 800,
  chargeMs: 2500,
  leaseMs: 6000,
  sweepMs: 300,
  missingMs: 4000,
  permissionMs: 4000,
  lateLooksMs: [300, 600, 1000, 1500, 2000, 3000, 4000, ...Array<number>(HOURLY_LOOKS).fill(6000)],
  eventRetry: { firstMs: 200, longestMs: 800, maxAttempts: 5 },
  eventFaultRetry: { firstMs: 100, longestMs: 400, maxAttempts: 3 },
  refundRetry: { firstMs: 300, longestMs: 1000, maxAttempts: 40 },
  proofWork: 16,
}
