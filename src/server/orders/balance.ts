import { taxFor } from '#domain/money/pricing.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type BalanceRequestRow, endBalanceRequest } from './balance-requests.queries.ts'
import { type OrderRow, updateOrder } from './orders.queries.ts'
import { findTaxMove, type TaxMoveRow } from './tax-moves.queries.ts'

/** The move whose sales tax a request asks for. */
export async function findMoveOf(orm: Orm, { taxMoveId }: BalanceRequestRow): Promise<TaxMoveRow> {
  const move = await findTaxMove(orm, taxMoveId)
  if (!move) throw new Error('balance request without its tax move')
  return move
}

/**
 * Books a request that was paid: from now on its customer bears the whole tax of the new state. Returns false if it was
 * not open. The caller must hold the order's lock.
 */
export async function settleBalance(
  tx: Orm,
  order: OrderRow,
  request: BalanceRequestRow,
  basisPoints: number,
): Promise<boolean> {
  if (!(await endBalanceRequest(tx, request.id, { state: 'paid' }))) return false
  await updateOrder(tx, order.id, {
    addedTaxCents: order.addedTaxCents + request.amountCents,
    borneTaxCents: taxFor(order.subtotalCents - order.discountCents, basisPoints),
  })
  return true
}
