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
  /** Hashes per round of a proof of work, when a browser has to show one. */
  proofWork: number
}

export const PAYMENT_TIMINGS: PaymentTimings = {
  answerMs: 9000,
  callMs: 8000,
  chargeMs: 22_000,
  leaseMs: 30_000,
  sweepMs: 10_000,
  missingMs: 60_000,
  proofWork: 8192,
}

/** For tests that break things: the same order of events, an order of magnitude faster. */
export const FAST_PAYMENT_TIMINGS: PaymentTimings = {
  answerMs: 1500,
  callMs: 800,
  chargeMs: 2500,
  leaseMs: 3500,
  sweepMs: 300,
  missingMs: 4000,
  proofWork: 16,
}
