import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { RETURN_CONDITIONS, type ReturnCondition, type ReturnState, canBeSoldAgain } from '#domain/orders/returns.ts'
import { stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { orderLinesTable } from './orders.tables.ts'
import type { OrderReturn } from './orders.views.ts'
import { returnLinesTable, returnsTable } from './returns.tables.ts'

export type NewReturnLine = { position: number; quantity: number; condition: ReturnCondition }

/** The caller must hold the order's lock. */
export async function insertReturn(
  tx: Orm,
  added: typeof returnsTable.$inferInsert,
  lines: readonly NewReturnLine[],
): Promise<void> {
  await tx.insert(returnsTable).values(added)
  await insertReturnLines(tx, added.id, lines)
}

async function insertReturnLines(tx: Orm, returnId: string, lines: readonly NewReturnLine[]): Promise<void> {
  await tx.insert(returnLinesTable).values(lines.map((line) => ({ returnId, ...line })))
}

/** The returns of an order, oldest first. */
export async function listReturns(orm: Orm, orderId: string): Promise<OrderReturn[]> {
  const returns = await orm
    .select()
    .from(returnsTable)
    .where(eq(returnsTable.orderId, orderId))
    .orderBy(asc(returnsTable.createdAt), asc(returnsTable.id))
  if (returns.length === 0) return []
  const lines = await orm
    .select()
    .from(returnLinesTable)
    .where(
      inArray(
        returnLinesTable.returnId,
        returns.map(({ id }) => id),
      ),
    )
    .orderBy(asc(returnLinesTable.position))
  return returns.map(({ id, state, reason, words, createdAt, receivedAt }) => ({
    id,
    state,
    reason,
    words,
    createdAt,
    receivedAt,
    lines: lines
      .filter(({ returnId }) => returnId === id)
      .map(({ position, quantity, condition }) => ({ position, quantity, condition })),
  }))
}

/** What arrived, which may be other than what was expected. The caller must hold the order's lock. */
export async function setReturnReceived(
  tx: Orm,
  id: string,
  { at, lines }: { at: Date; lines: readonly NewReturnLine[] },
): Promise<void> {
  await tx.update(returnsTable).set({ state: 'received', receivedAt: at }).where(eq(returnsTable.id, id))
  await tx.delete(returnLinesTable).where(eq(returnLinesTable.returnId, id))
  await insertReturnLines(tx, id, lines)
}

/** The caller must hold the order's lock. */
export async function setReturnCanceled(tx: Orm, id: string): Promise<void> {
  await tx
    .update(returnsTable)
    .set({ state: 'canceled' satisfies ReturnState })
    .where(eq(returnsTable.id, id))
}

const SOLD_AGAIN = RETURN_CONDITIONS.filter(canBeSoldAgain)

/**
 * Adds what can be sold again to tracked stock; returns how many bottles. Reservations stay: the refund ends them. Call it
 * last in the transaction, as every order for the same oil waits for these rows.
 */
export async function restockReturn(tx: Orm, orderId: string, returnId: string): Promise<number> {
  const { productId, size } = stockLevelsTable
  const isSameOil = and(
    eq(orderLinesTable.productId, productId),
    sql`coalesce(${orderLinesTable.size}, 'single') = ${size}`,
  )
  const back = await tx
    .select({ productId, size, quantity: returnLinesTable.quantity })
    .from(stockLevelsTable)
    .innerJoin(orderLinesTable, isSameOil)
    .innerJoin(returnLinesTable, eq(returnLinesTable.position, orderLinesTable.position))
    .where(
      and(
        eq(orderLinesTable.orderId, orderId),
        eq(returnLinesTable.returnId, returnId),
        inArray(returnLinesTable.condition, SOLD_AGAIN),
      ),
    )
    // In a fixed order, to avoid deadlocks.
    .orderBy(asc(productId), asc(size))
    .for('no key update', { of: stockLevelsTable })
  for (const level of back)
    await tx
      .update(stockLevelsTable)
      .set({ onHand: sql`${stockLevelsTable.onHand} + ${level.quantity}::integer` })
      .where(and(eq(productId, level.productId), eq(size, level.size)))
  return back.reduce((sum, { quantity }) => sum + quantity, 0)
}
