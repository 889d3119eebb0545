import { desc, eq } from 'drizzle-orm'
import type { TaxMove } from '#domain/money/tax-move.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { updateOrder } from './orders.queries.ts'
import { orderTaxMovesTable } from './tax-moves.tables.ts'

export type LastTaxMove = { number: number; toBasisPoints: number }

export async function findLastTaxMove(orm: Orm, orderId: string): Promise<LastTaxMove | undefined> {
  const { number, toBasisPoints } = orderTaxMovesTable
  const [row] = await orm
    .select({ number, toBasisPoints })
    .from(orderTaxMovesTable)
    .where(eq(orderTaxMovesTable.orderId, orderId))
    .orderBy(desc(number))
    .limit(1)
  return row
}

export type NewTaxMove = TaxMove & {
  orderId: string
  number: number
  fromState: StateCode
  toState: StateCode
  fromBasisPoints: number
  toBasisPoints: number
}

/** The caller must hold the order's lock. Refunds that are requested from now on belong to the new state. */
export async function insertTaxMove(tx: Orm, move: NewTaxMove): Promise<void> {
  await tx.insert(orderTaxMovesTable).values(move)
  await updateOrder(tx, move.orderId, { borneTaxCents: move.borneTaxCents })
}
