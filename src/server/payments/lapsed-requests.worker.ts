import { lockOrder, putBackBalanceLines } from '#server/orders/orders.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import { listHoldingRequests, listLapsedRequests } from './lapsed-requests.queries.ts'
import { withdrawBalance } from './taken-payments.ts'

const EVERY_MS = 60_000

/**
 * Ends requests for items that can't be paid anymore, so that what was reserved for them is back in stock. A payment that
 * was begun in time is waited for.
 */
export function createLapsedRequests(database: Database, now: () => Date): Queue {
  const { orm } = database
  return definePeriodicJob({
    database,
    name: 'lapsed_requests',
    everyMs: EVERY_MS,
    async run() {
      for (const orderId of await listLapsedRequests(orm, now()))
        await inTransaction(orm, async (tx) => {
          await lockOrder(tx, orderId)
          // A payment may have begun before the lock was taken, or the order was unpacked.
          const [stillLapsed] = await listLapsedRequests(tx, now(), orderId)
          if (stillLapsed) await withdrawBalance(tx, orderId, 'lapse')
        })
      for (const { id, orderId } of await listHoldingRequests(orm))
        await inTransaction(orm, async (tx) => {
          await lockOrder(tx, orderId)
          await putBackBalanceLines(tx, id)
        })
    },
  })
}
