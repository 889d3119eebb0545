import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { pricingSchema } from './product-schemas.ts'
import { productParts } from './products.edits.ts'
import {
  claimDuePrices,
  failScheduled,
  markApplied,
  postponeScheduled,
  scheduledPriceDepth,
  type ScheduledRow,
} from './scheduled-prices.queries.ts'

export type PriceQueueDeps = { database: Pick<Database, 'orm'>; raiseAlert: RaiseAlert }

const LEASE = { limit: 10, leaseMs: 60_000 }
const PACE = { everyMs: 5000, busyMs: 0 }
const SCHEDULE = { operatorId: null, actor: 'schedule' }
const RETRY: BackOff = { firstMs: 10_000, longestMs: 10 * 60_000, maxAttempts: 6 }

/** Permanent failure: no retry can help. */
class UnusablePrice extends Error {}

/**
 * Applies due prices, each in its own transaction: it is both in effect and settled, or neither. One that can't be
 * applied ends up as failed, and the old prices stay.
 */
export function createPriceQueue({ database: { orm }, raiseAlert }: PriceQueueDeps): Queue {
  async function apply(tx: Orm, price: ScheduledRow): Promise<void> {
    if (!(await markApplied(tx, price))) return
    const { data: value } = pricingSchema.safeParse(price.pricing)
    if (!value) throw new UnusablePrice('the stored price can’t be read')
    const result = await productParts.pricing.change(tx, { id: price.productId, value, actor: SCHEDULE })
    if (!result.ok) throw new UnusablePrice(result.code === 'refused' ? result.message : 'the product is gone')
  }

  async function markDead(price: ScheduledRow, lastError: string): Promise<void> {
    await orm.transaction(async (tx) => {
      if (!(await failScheduled(tx, price, lastError))) return
      await raiseAlert(tx, {
        kind: 'price-not-applied',
        subject: price.productId,
        detail: `The price change that ${price.createdBy} scheduled couldn’t be applied (${lastError}). The old prices are still in effect. Open the product, cancel the change and schedule it again.`,
      })
    })
  }

  return defineQueue({
    name: 'scheduled_prices',
    depth: scheduledPriceDepth,
    pace: PACE,
    lease: LEASE,
    claim: (lease) => claimDuePrices(orm, lease),
    describe: ({ id, productId, attempts }) => ({ price: id, product: productId, attempts }),
    work: (price) => orm.transaction((tx) => apply(tx, price)),
    retry: {
      delayMs: ({ attempts }, error) => (error instanceof UnusablePrice ? undefined : backOffMs(attempts, RETRY)),
      postpone: (price, failure) => postponeScheduled(orm, price, failure),
      deadLetter: { isExhausted: ({ attempts }) => attempts > RETRY.maxAttempts, markDead },
    },
  })
}
