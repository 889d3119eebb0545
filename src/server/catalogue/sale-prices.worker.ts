import { addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { defineQueue, type Queue } from '#server/platform/worker/queue.ts'
import { listDueSales, salePriceDepth, turnSale, untilNextSale } from './sale-prices.queries.ts'

const SCHEDULE = { operatorId: null, actor: 'schedule' }
const PACE = { everyMs: 5000, busyMs: 0, failingMs: 5000 }
/** Not leased: starting a sale twice does nothing, and every process wakes at the same moment. */
const BATCH = { limit: 20, leaseMs: 0 }

/** Starts and ends sales on time. A shop that was off catches up when it starts. */
export function createSaleQueue({ orm }: Pick<Database, 'orm'>): Queue {
  async function turn(tx: Orm, productId: string): Promise<void> {
    const done = await turnSale(tx, productId)
    if (!done) return
    const { kind, ...after } = done
    const subject = { subjectKind: 'product', subjectId: productId }
    await addAudit(tx, { ...SCHEDULE, ...subject, action: `product.sale-${kind}`, before: null, after })
  }

  return defineQueue({
    name: 'sale_prices',
    depth: salePriceDepth,
    pace: PACE,
    lease: BATCH,
    claim: ({ limit }) => listDueSales(orm, limit),
    describe: (product) => ({ product }),
    work: (productId) => orm.transaction((tx) => turn(tx, productId)),
    untilDue: () => untilNextSale(orm),
  })
}
