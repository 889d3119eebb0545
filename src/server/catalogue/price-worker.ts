import type { Logger } from 'pino'
import type { Database } from '#server/db/database.ts'
import { settleScheduled, takeDue } from '#server/db/schedule.queries.ts'
import { productParts } from './product-parts.ts'
import { pricingSchema } from './product-schemas.ts'

const CHECK_MS = 5000
const SCHEDULE = { operatorId: null, actor: 'schedule' }

/** Gives products the prices whose time has come, each in a transaction of its own. Answers how many. */
export async function applyDuePrices({ orm }: Pick<Database, 'orm'>, now: Date): Promise<number> {
  for (let applied = 0; ; applied += 1) {
    const isApplied = await orm.transaction(async (tx) => {
      const due = await takeDue(tx, now)
      if (!due) return false
      await settleScheduled(tx, due.id, 'applied', now)
      const value = pricingSchema.parse(due.pricing)
      await productParts.pricing.change(tx, { id: due.productId, value, actor: SCHEDULE })
      return true
    })
    if (!isApplied) return applied
  }
}

/** Looks every few seconds, in every process: whichever comes first does it, and only once. */
export function createPriceWorker({ database, log }: { database: Database; log: Logger }) {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  async function look(): Promise<void> {
    try {
      const applied = await applyDuePrices(database, new Date())
      if (applied > 0) log.info({ applied }, 'scheduled prices hold now')
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
