import { and, asc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { OrderTotals } from '#domain/money/pricing.ts'
import {
  ORDER_MOMENTS,
  ORDER_TRANSITIONS,
  type OrderMoment,
  type OrderTransition,
} from '#domain/orders/order-states.ts'
import { foldEmail } from '#domain/text/fold-email.ts'
import { stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'

export type OrderRow = typeof ordersTable.$inferSelect
export type OrderLineRow = typeof orderLinesTable.$inferSelect
export type NewOrder = typeof ordersTable.$inferInsert

/** The order as stored; undefined if there is one with its checkout key. */
export async function insertOrder(tx: Orm, order: NewOrder): Promise<OrderRow | undefined> {
  const [row] = await tx
    .insert(ordersTable)
    .values(order)
    .onConflictDoNothing({ target: ordersTable.checkoutKey })
    .returning()
  return row
}

export async function insertOrderLines(tx: Orm, lines: (typeof orderLinesTable.$inferInsert)[]): Promise<void> {
  await tx.insert(orderLinesTable).values(lines)
}

/** The order as stored afterward. */
export async function setOrderTotals(
  tx: Orm,
  id: string,
  totals: OrderTotals & { discountCode: string },
): Promise<OrderRow | undefined> {
  const [row] = await tx.update(ordersTable).set(totals).where(eq(ordersTable.id, id)).returning()
  return row
}

export async function findOrder(orm: Orm, id: string): Promise<OrderRow | undefined> {
  const [row] = await orm.select().from(ordersTable).where(eq(ordersTable.id, id))
  return row
}

/** Mutex for the order, its payment and its refunds until the transaction ends. */
export async function lockOrder(tx: Orm, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(ordersTable).where(eq(ordersTable.id, id)).for('no key update')
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

/** Lines without what was exchanged for other items. */
export function selectLines(orm: Orm, where: SQL) {
  const { quantity, exchanged } = orderLinesTable
  const kept = sql<number>`${quantity} - ${exchanged}`.mapWith(Number)
  return orm
    .select({ ...getTableColumns(orderLinesTable), quantity: kept.as('kept') })
    .from(orderLinesTable)
    .where(and(where, gt(quantity, exchanged)))
}

/** What the order consists of. */
export async function listOrderLines(orm: Orm, orderId: string): Promise<OrderLineRow[]> {
  return selectLines(orm, eq(orderLinesTable.orderId, orderId)).orderBy(asc(orderLinesTable.position))
}

export type OrderTracking = Partial<Pick<NewOrder, 'trackingCarrier' | 'trackingNumber'>>

/** What was paid later, and what the items come to since they were changed. */
export type LaterSums = Pick<
  OrderRow,
  | 'addedGoodsCents'
  | 'addedDiscountCents'
  | 'addedShippingCents'
  | 'addedTaxCents'
  | 'itemsGoodsCents'
  | 'itemsDiscountCents'
  | 'itemsTaxCents'
>

/** The caller must hold the order's lock. State and timestamps change only in `moveOrder`. */
export async function updateOrder(
  tx: Orm,
  id: string,
  change: OrderTracking & Pick<Partial<NewOrder>, 'note' | 'returnState' | 'borneTaxCents' | keyof LaterSums>,
): Promise<void> {
  await tx.update(ordersTable).set(change).where(eq(ordersTable.id, id))
}

export type OrderAddress = Pick<
  OrderRow,
  'firstName' | 'lastName' | 'email' | 'phone' | 'line1' | 'line2' | 'city' | 'stateCode' | 'zip'
>

/** The caller must hold the order's lock. */
export async function setOrderAddress(tx: Orm, id: string, address: OrderAddress): Promise<void> {
  const foldedEmail = foldEmail(address.email)
  await tx
    .update(ordersTable)
    .set({ ...address, foldedEmail })
    .where(eq(ordersTable.id, id))
}

/**
 * Applies a transition; returns false if the order is not in one of its start states. The state is part of the
 * condition, so only one of two racing transitions wins, even without the order's lock.
 */
export async function moveOrder(
  tx: Orm,
  id: string,
  transition: OrderTransition,
  { at, ...tracking }: { at: Date } & OrderTracking,
): Promise<boolean> {
  const { from, to } = ORDER_TRANSITIONS[transition]
  const rows = await tx
    .update(ordersTable)
    .set({ ...tracking, ...momentsOf(transition, at), state: to })
    .where(and(eq(ordersTable.id, id), inArray(ordersTable.state, [...from]), isInTime(transition, at)))
    .returning({ id: ordersTable.id })
  return rows.length > 0
}

function isInTime(transition: OrderTransition, at: Date): SQL | undefined {
  const { within } = ORDER_TRANSITIONS[transition]
  return within && gt(ordersTable[within.since], new Date(at.getTime() - within.ms))
}

function momentsOf(transition: OrderTransition, at: Date): Partial<Record<OrderMoment, SQL | Date | null>> {
  const { moments } = ORDER_TRANSITIONS[transition]
  const values = {
    set: () => at,
    'set-once': (moment: OrderMoment) => sql`coalesce(${ordersTable[moment]}, ${at.toISOString()}::timestamptz)`,
    clear: () => null,
  }
  return Object.fromEntries(
    ORDER_MOMENTS.flatMap((moment) => {
      const change = moments[moment]
      return change ? [[moment, values[change](moment)]] : []
    }),
  )
}

/** More bottles ordered than in stock. */
export type Shortage = { name: string; size: Size | null; onHand: number }

/**
 * Takes an order's bottles from tracked stock; returns the first shortage, if any. Call it last in the transaction:
 * every order for the same oil waits for these rows.
 */
export async function takeStock(tx: Orm, orderId: string): Promise<Shortage | undefined> {
  const levels = await lockStockLevels(tx, orderId)
  const missing = levels.find(({ onHand, quantity }) => onHand < quantity)
  if (missing) return missing
  if (levels.length === 0) return undefined
  const positions = levels.map(({ position }) => position)
  await tx
    .update(orderLinesTable)
    .set({ reserved: sql`${orderLinesTable.quantity}` })
    .where(and(eq(orderLinesTable.orderId, orderId), inArray(orderLinesTable.position, positions)))
  await moveReserved(tx, orderId, sql`-`)
  return undefined
}

/** Returns the reserved stock. Idempotent. Call it last in the transaction, like `takeStock`. */
export async function putBackStock(tx: Orm, orderId: string): Promise<void> {
  if ((await lockStockLevels(tx, orderId)).length > 0) await moveReserved(tx, orderId, sql`+`)
  await tx.update(orderLinesTable).set({ reserved: 0 }).where(eq(orderLinesTable.orderId, orderId))
}

/**
 * Ends the reservation of some items: they go back in stock, or are gone. Never more than is still reserved, so nothing
 * comes back twice, also if the order was canceled in the meantime. Call it last in the transaction, like `takeStock`.
 */
export async function settleReserved(
  tx: Orm,
  orderId: string,
  items: readonly { position: number; quantity: number }[],
  restocks: boolean,
): Promise<void> {
  if (restocks) await lockStockLevels(tx, orderId)
  for (const { position, quantity } of items) {
    if (restocks)
      await tx.execute(sql`
        update ${stockLevelsTable} s set on_hand = s.on_hand + least(l.reserved, ${quantity}::integer) from order_lines l
        where l.order_id = ${orderId} and l.position = ${position} and l.reserved > 0 and s.product_id = l.product_id
          and s.size = coalesce(l.size, 'single')`)
    await tx
      .update(orderLinesTable)
      .set({ reserved: sql`greatest(${orderLinesTable.reserved} - ${quantity}::integer, 0)` })
      .where(and(eq(orderLinesTable.orderId, orderId), eq(orderLinesTable.position, position)))
  }
}

/** Locks in a fixed order to avoid deadlocks. */
async function lockStockLevels(tx: Orm, orderId: string) {
  const { productId, size, onHand } = stockLevelsTable
  return tx
    .select({
      position: orderLinesTable.position,
      name: orderLinesTable.name,
      size: orderLinesTable.size,
      quantity: orderLinesTable.quantity,
      onHand,
    })
    .from(stockLevelsTable)
    .innerJoin(
      orderLinesTable,
      and(eq(orderLinesTable.productId, productId), sql`coalesce(${orderLinesTable.size}, 'single') = ${size}`),
    )
    .where(eq(orderLinesTable.orderId, orderId))
    .orderBy(asc(productId), asc(size))
    .for('no key update', { of: stockLevelsTable })
}

async function moveReserved(tx: Orm, orderId: string, sign: SQL): Promise<void> {
  // Added up first: a row of stock is updated once, and an item that was added later has a line of its own.
  await tx.execute(sql`
    update ${stockLevelsTable} s set on_hand = s.on_hand ${sign} l.reserved
    from (
      select product_id, coalesce(size, 'single') as size, sum(reserved) as reserved from order_lines
      where order_id = ${orderId} and reserved > 0 group by 1, 2
    ) l where s.product_id = l.product_id and s.size = l.size`)
}
