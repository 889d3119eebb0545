import { backOffMs } from '#domain/time/back-off.ts'
import type { Database } from '#server/platform/db/database.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { PAYMENT_BATCH, type PaymentTimings } from './payment-timings.ts'
import { claimOpenRefunds, postponeRefund, refundDepth } from './refunds.queries.ts'
import type { RefundService } from './refunds.service.ts'
import { claimOpenStrayRefunds, postponeStrayRefund, strayRefundDepth } from './stray-refunds.queries.ts'
import type { StrayRefundService } from './stray-refunds.service.ts'

export type RefundQueueDeps = {
  database: Pick<Database, 'orm'>
  refunds: RefundService
  strayRefunds: StrayRefundService
  timings: Pick<PaymentTimings, 'leaseMs' | 'sweepMs' | 'refundRetry'>
}

/** Refunds whose sender died or got no response, and those still pending at the provider. */
export function createRefundQueues({ database: { orm }, refunds, strayRefunds, timings }: RefundQueueDeps): Queue[] {
  const { leaseMs, sweepMs, refundRetry } = timings
  const settings = {
    pace: { everyMs: sweepMs },
    lease: { limit: PAYMENT_BATCH, leaseMs },
    describe: ({ id, attempts }: { id: string; attempts: number }) => ({ refund: id, attempts }),
  }
  const retry = { delayMs: ({ attempts }: { attempts: number }) => backOffMs(attempts, refundRetry) }
  const isExhausted = ({ attempts }: { attempts: number }) => attempts > refundRetry.maxAttempts
  return [
    defineQueue({
      ...settings,
      name: 'refunds',
      channel: 'refunds',
      depth: refundDepth,
      claim: (lease) => claimOpenRefunds(orm, lease),
      work: async (refund) => ((await refunds.advance(refund)) ? undefined : 'unfinished'),
      retry: {
        ...retry,
        postpone: ({ id }, { retryInMs }) => postponeRefund(orm, id, retryInMs),
        deadLetter: { isExhausted, markDead: (refund) => refunds.park(refund) },
      },
    }),
    defineQueue({
      ...settings,
      name: 'stray_refunds',
      channel: 'stray_refunds',
      depth: strayRefundDepth,
      claim: (lease) => claimOpenStrayRefunds(orm, lease),
      work: async (refund) => ((await strayRefunds.advance(refund)) ? undefined : 'unfinished'),
      retry: {
        ...retry,
        postpone: ({ id }, { retryInMs }) => postponeStrayRefund(orm, id, retryInMs),
        deadLetter: { isExhausted, markDead: (refund) => strayRefunds.park(refund) },
      },
    }),
  ]
}
