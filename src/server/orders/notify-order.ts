import type { Orm } from '#server/platform/db/database.ts'
import { raiseNotice } from '#server/platform/notices/raise-notice.queries.ts'
import type { BalanceRequestRow } from './balance-requests.queries.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'

/** Tells the people who run the shop of an order that a customer has just paid, in the same transaction. */
export async function notifyOrder(
  tx: Orm,
  { id, totalCents }: Pick<OrderRow, 'id' | 'totalCents'>,
  lines: readonly Pick<OrderLineRow, 'quantity'>[],
): Promise<void> {
  const items = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  await raiseNotice(tx, {
    cause: `new-order:${id}`,
    notice: { kind: 'new-order', orderId: id, totalCents, items },
  })
}

/** Notifies them that a customer has paid a later request. */
export async function notifyBalance(tx: Orm, { id }: Pick<OrderRow, 'id'>, request: BalanceRequestRow): Promise<void> {
  await raiseNotice(tx, {
    cause: `balance-paid:${request.id}`,
    notice: { kind: 'new-order', orderId: id, laterCents: request.amountCents },
  })
}
