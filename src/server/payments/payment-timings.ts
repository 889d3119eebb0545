import type { BackOff } from '#domain/time/back-off.ts'

/** How long whoever has to do with a payment waits for what. All in milliseconds, except for the work. */
export type PaymentTimings = {
  /** A buyer, until they are told that we are still asking. */
  answerMs: number
  /** The provider, for one call. */
  callMs: number
  /** Until the identical charge is no longer repeated. Nothing is charged later than this after it was asked for. */
  chargeMs: number
  /** How long an open charge belongs to the process that sends it; longer than it repeats it. */
  leaseMs: number
  /** Between two looks at what is open. */
  sweepMs: number
  /** How long the provider must have known nothing of a charge before it is given up: its listings lag behind. */
  missingMs: number
  /** How old the permission to send may be when the charge leaves. */
  permissionMs: number
  /** The waits before each look for a charge that was given up and may still arrive. */
  lateLooksMs: readonly number[]
  /** How often what the provider told us is tried again while the provider cannot be asked about it. */
  eventRetry: BackOff
  /** The same when the failure is our own: then waiting helps less, and the owner should hear sooner. */
  eventFaultRetry: BackOff
  /** How often a refund without an end is sent, or asked about, again. */
  refundRetry: BackOff
  /** Hashes per round of a proof of work, when a browser has to show one. */
  proofWork: number
}

/** So many at a time of each queue: one that waits for a slow provider must not hold up the rest. */
export const PAYMENT_BATCH = 12

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** About a day: a request that was held up in the network for longer has no token any more that could be charged. */
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
  // About as long as the provider itself repeats an event: a day.
  eventRetry: { firstMs: 5000, longestMs: HOUR_MS, maxAttempts: 32 },
  eventFaultRetry: { firstMs: 5000, longestMs: HOUR_MS, maxAttempts: 8 },
  // Refunds may stay pending for days; the provider also tells us when they end.
  refundRetry: { firstMs: 10_000, longestMs: 6 * HOUR_MS, maxAttempts: 40 },
  proofWork: 8192,
}

/** For tests that break things: the same order of events, an order of magnitude faster. */
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
