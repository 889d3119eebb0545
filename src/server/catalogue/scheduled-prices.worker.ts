import type { Logger } from 'pino'
import { type BackOff, backOffMs } from '#domain/time/back-off.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/error-text.ts'
import { pricingSchema } from './product-schemas.ts'
import { productParts } from './products.edits.ts'
import {
  failScheduled,
  postponeScheduled,
  type ScheduledRow,
  settleScheduled,
  takeDue,
} from './scheduled-prices.queries.ts'

export type PriceWorkerDeps = { database: Pick<Database, 'orm'>; raiseAlert: RaiseAlert; log: Logger }

const CHECK_MS = 5000
const SCHEDULE = { operatorId: null, actor: 'schedule' }
const RETRY: BackOff = { firstMs: 10_000, longestMs: 10 * 60_000, maxAttempts: 6 }

/** It will never work, however often it is tried. */
class UnusablePrice extends Error {}

/**
 * Gives products the prices whose time has come, each in a transaction of its own. One that cannot be applied waits
 * longer after each attempt, and is shown as failed in the end; the others go on. Returns how many were applied.
 */
export async function applyDuePrices({ database, raiseAlert, log }: PriceWorkerDeps, now: Date): Promise<number> {
  let applied = 0
  for (;;) {
    const outcome = await database.orm.transaction(async (tx) => {
      const due = await takeDue(tx, now)
      if (!due) return 'none'
      try {
        // Within a savepoint: what fails half-way is undone, and can still be written down.
        await tx.transaction((inner) => apply(inner, due, now))
        return 'applied'
      } catch (error) {
        log.warn({ err: error, price: due.id, product: due.productId }, 'a scheduled price could not be applied')
        await putBack(tx, due, error)
        return 'failed'
      }
    })
    if (outcome === 'none') return applied
    if (outcome === 'applied') applied += 1
  }

  async function putBack(tx: Orm, due: ScheduledRow, error: unknown): Promise<void> {
    const attempts = due.attempts + 1
    const retryInMs = error instanceof UnusablePrice ? undefined : backOffMs(attempts, RETRY)
    const lastError = errorText(error)
    if (retryInMs !== undefined) {
      await postponeScheduled(tx, due.id, { attempts, retryAt: new Date(now.getTime() + retryInMs), lastError })
      return
    }
    await failScheduled(tx, due.id, { attempts, lastError, settledAt: now })
    await raiseAlert(tx, {
      kind: 'price-not-applied',
      subject: due.productId,
      detail: `The price change that ${due.createdBy} scheduled couldn’t be applied (${lastError}). The old prices are still in effect. Open the product, cancel the change and schedule it again.`,
    })
  }
}

async function apply(tx: Orm, due: ScheduledRow, now: Date): Promise<void> {
  await settleScheduled(tx, due.id, 'applied', now)
  const { data: value } = pricingSchema.safeParse(due.pricing)
  if (!value) throw new UnusablePrice('the stored price can’t be read')
  const result = await productParts.pricing.change(tx, { id: due.productId, value, actor: SCHEDULE })
  if (!result.ok) throw new UnusablePrice(result.code === 'refused' ? result.message : 'the product is gone')
}

/** Looks every few seconds, in every process: whichever comes first does it, and only once. */
export function createPriceWorker(deps: PriceWorkerDeps) {
  const { log } = deps
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function look(): Promise<void> {
    try {
      const applied = await applyDuePrices(deps, new Date())
      if (applied > 0) log.info({ applied }, 'scheduled prices are in effect')
    } catch (error) {
      log.error({ err: error }, 'scheduled prices cannot be applied; trying again')
    }
  }

  return {
    start(): void {
      timer = setInterval(() => {
        // One look at a time, however slow the database is.
        running = running.then(look)
      }, CHECK_MS)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
