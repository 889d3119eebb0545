import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { OrderTotals } from '#domain/pricing.ts'
import { stockLevelsTable } from './catalogue.tables.ts'
import type { Orm } from './database.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'

export type OrderRow = typeof ordersTable.$inferSelect
export type OrderLineRow = typeof orderLinesTable.$inferSelect
export type NewOrder = typeof ordersTable.$inferInsert
export type OrderState = OrderRow['state']

/** Answers whether it is the first order under its checkout key. */
export async function insertOrder(tx: Orm, order: NewOrder): Promise<boolean> {
  const rows = await tx
    .insert(ordersTable)
    .values(order)
    .onConflictDoNothing({ target: ordersTable.checkoutKey })
    .returning({ id: ordersTable.id })
  return rows.length > 0
}

export async function insertOrderLines(tx: Orm, lines: (typeof orderLinesTable.$inferInsert)[]): Promise<void> {
  await tx.insert(orderLinesTable).values(lines)
}

export async function setOrderTotals(
  tx: Orm,
  id: string,
  totals: OrderTotals & { discountCode: string },
): Promise<void> {
  await tx.update(ordersTable).set(totals).where(eq(ordersTable.id, id))
}

export async function findOrder(orm: Orm, id: string): Promise<OrderRow | undefined> {
  const [row] = await orm.select().from(ordersTable).where(eq(ordersTable.id, id))
  return row
}

/** Until the transaction ends, nobody else changes this order, its payment or its refunds. */
export async function lockOrder(tx: Orm, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(ordersTable).where(eq(ordersTable.id, id)).for('update')
  return row
}

export async function findOrderByCheckoutKey(orm: Orm, checkoutKey: string): Promise<OrderRow | undefined> {
  const [row] = await orm.select().from(ordersTable).where(eq(ordersTable.checkoutKey, checkoutKey))
  return row
}

export async function findOrderByNumber(orm: Orm, number: string): Promise<OrderRow | undefined> {
  const [row] = await orm.select().from(ordersTable).where(eq(ordersTable.number, number))
  return row
}

export async function listOrderLines(orm: Orm, orderId: string): Promise<OrderLineRow[]> {
  return orm
    .select()
    .from(orderLinesTable)
    .where(eq(orderLinesTable.orderId, orderId))
    .orderBy(asc(orderLinesTable.position))
}

/** The caller holds the order's lock. */
export async function updateOrder(
  tx: Orm,
  id: string,
  change: Pick<
    Partial<NewOrder>,
    'state' | 'note' | 'trackingCarrier' | 'trackingNumber' | 'paidAt' | 'packedAt' | 'shippedAt' | 'cancelledAt'
  >,
): Promise<void> {
  await tx.update(ordersTable).set(change).where(eq(ordersTable.id, id))
}

/** Takes the bottles of an order from the counted shelves; answers the product of which there are too few. */
export async function takeStock(tx: Orm, orderId: string): Promise<OrderLineRow | undefined> {
  const lines = await listOrderLines(tx, orderId)
  // Always in one order, so that two orders never wait for each other's shelf.
  for (const line of lines.toSorted((a, b) => (shelfOf(a) < shelfOf(b) ? -1 : 1))) {
    const taken = await tx
      .update(stockLevelsTable)
      .set({ onHand: sql`${stockLevelsTable.onHand} - ${line.quantity}` })
      .where(and(onShelf(line), gte(stockLevelsTable.onHand, line.quantity)))
      .returning({ productId: stockLevelsTable.productId })
    if (taken.length === 0) {
      const counted = await tx.select({ onHand: stockLevelsTable.onHand }).from(stockLevelsTable).where(onShelf(line))
      if (counted.length > 0) return line
      continue
    }
    await tx
      .update(orderLinesTable)
      .set({ reserved: line.quantity })
      .where(and(eq(orderLinesTable.orderId, orderId), eq(orderLinesTable.position, line.position)))
  }
  return undefined
}

/** Puts back what was taken. Safe to repeat. */
export async function putBackStock(tx: Orm, orderId: string): Promise<void> {
  await tx.execute(sql`
    update stock_levels s set on_hand = s.on_hand + l.reserved from order_lines l
    where l.order_id = ${orderId} and l.reserved > 0 and s.product_id = l.product_id and s.size = coalesce(l.size, 'single')`)
  await tx.update(orderLinesTable).set({ reserved: 0 }).where(eq(orderLinesTable.orderId, orderId))
}

function onShelf({ productId, size }: OrderLineRow) {
  return and(eq(stockLevelsTable.productId, productId), eq(stockLevelsTable.size, size ?? 'single'))
}

function shelfOf({ productId, size }: OrderLineRow): string {
  return `${productId} ${size ?? 'single'}`
}
