import { desc, eq } from 'drizzle-orm'
import type { TaxMove } from '#domain/money/tax-move.ts'
import type { StateCode } from '#domain/orders/us-states.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { updateOrder } from './orders.queries.ts'
import { orderTaxMovesTable } from './tax-moves.tables.ts'

export type TaxMoveRow = typeof orderTaxMovesTable.$inferSelect

export async function findLastTaxMove(orm: Orm, orderId: string): Promise<TaxMoveRow | undefined> {
  const [row] = await orm
    .select()
    .from(orderTaxMovesTable)
    .where(eq(orderTaxMovesTable.orderId, orderId))
    .orderBy(desc(orderTaxMovesTable.number))
    .limit(1)
  return row
}

export async function findTaxMove(orm: Orm, id: string): Promise<TaxMoveRow | undefined> {
  const [row] = await orm.select().from(orderTaxMovesTable).where(eq(orderTaxMovesTable.id, id))
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
export async function insertTaxMove(tx: Orm, move: NewTaxMove): Promise<TaxMoveRow> {
  const [row] = await tx.insert(orderTaxMovesTable).values(move).returning()
  if (!row) throw new Error('tax move not stored')
  await updateOrder(tx, move.orderId, { borneTaxCents: move.borneTaxCents })
  return row
}
