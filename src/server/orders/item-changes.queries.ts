import { and, asc, eq, isNull, max, or, type SQL, sql } from 'drizzle-orm'
import type { Quantities } from '#domain/money/line-refund.ts'
import type { PassedBottles } from '#domain/orders/passed-bottles.ts'
import { stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { balanceLinesTable, balanceRequestsTable } from './balance-requests.tables.ts'
import { insertOrderLines, type Shortage } from './orders.queries.ts'
import { orderLinesTable } from './orders.tables.ts'
import type { ChangedItem } from './orders.views.ts'

export type BalanceLineRow = typeof balanceLinesTable.$inferSelect

/** What a request adds, and what it removes from which line. */
export async function insertBalanceLines(
  tx: Orm,
  requestId: string,
  items: readonly (ChangedItem & { position: number | null })[],
): Promise<void> {
  await tx
    .insert(balanceLinesTable)
    .values(items.map((item, index) => ({ ...toColumns(item), position: item.position, requestId, number: index + 1 })))
}

export async function listBalanceLines(orm: Orm, requestId: string): Promise<BalanceLineRow[]> {
  return orm
    .select()
    .from(balanceLinesTable)
    .where(eq(balanceLinesTable.requestId, requestId))
    .orderBy(asc(balanceLinesTable.number))
}

/** The caller must hold the order's lock. */
export async function addOrderLines(
  tx: Orm,
  orderId: string,
  items: readonly (ChangedItem & { reserved: number })[],
  addedAt: Date,
): Promise<void> {
  const [row] = await tx
    .select({ last: max(orderLinesTable.position) })
    .from(orderLinesTable)
    .where(eq(orderLinesTable.orderId, orderId))
  const last = row?.last ?? 0
  const lines = items.map((item, index) => ({
    ...toColumns(item),
    reserved: item.reserved,
    position: last + 1 + index,
  }))
  await insertOrderLines(
    tx,
    lines.map((line) => ({ ...line, orderId, addedAt, orderedAt: addedAt })),
  )
}

/** Takes bottles out of their lines. The caller must hold the order's lock. */
export async function exchangeItems(tx: Orm, orderId: string, removed: Quantities): Promise<void> {
  for (const [position, quantity] of removed)
    await tx
      .update(orderLinesTable)
      .set({ exchanged: sql`${orderLinesTable.exchanged} + ${quantity}::integer` })
      .where(and(eq(orderLinesTable.orderId, orderId), eq(orderLinesTable.position, position)))
}

/** What a request has reserved belongs to the order from now on. */
export async function handOverReserved(tx: Orm, requestId: string): Promise<void> {
  await tx.update(balanceLinesTable).set({ reserved: 0 }).where(eq(balanceLinesTable.requestId, requestId))
}

/**
 * Takes items from tracked stock, except bottles that other lines of the order pass on to them. Returns how many were
 * taken for each, or the first shortage. Call it last in the transaction: every order for the same oil waits for these rows.
 */
export async function takeItems(
  tx: Orm,
  items: readonly ChangedItem[],
  passed: PassedBottles,
): Promise<{ taken: number[] } | { missing: Shortage }> {
  const onHand = byStockKey(await lockLevels(tx, items))
  const rest = items.map((item, index) => ({ ...item, quantity: item.quantity - (passed.added[index] ?? 0) }))
  const missing = shortageOf(rest, onHand)
  if (missing) return { missing }
  const tracked = rest.map((item) => ({ ...item, quantity: onHand.has(stockKey(item)) ? item.quantity : 0 }))
  for (const item of tracked.filter(({ quantity }) => quantity > 0))
    await tx
      .update(stockLevelsTable)
      .set({ onHand: sql`${stockLevelsTable.onHand} - ${item.quantity}::integer` })
      .where(isLevelOf(item))
  return { taken: tracked.map(({ quantity }) => quantity) }
}

/**
 * What is missing for a change of an order, if anything. What its own open request has reserved is not missing, because
 * the change replaces that request, nor what other lines pass on. Exact only under the order's lock.
 */
export async function findShortageOfChange(
  orm: Orm,
  orderId: string,
  items: readonly ChangedItem[],
  passed: PassedBottles,
): Promise<Shortage | undefined> {
  const { productId, size, onHand } = stockLevelsTable
  const own = sql`(select coalesce(sum(l.reserved), 0)::integer from ${balanceLinesTable} l
    join ${balanceRequestsTable} b on b.id = l.request_id and b.state = 'open' and b.order_id = ${orderId}
    where l.product_id = ${productId} and coalesce(l.size, 'single') = ${size})`
  const levels = await orm
    .select({ productId, size, onHand: sql<number>`${onHand} + ${own}` })
    .from(stockLevelsTable)
    .where(or(...items.map(isLevelOf)) ?? isNull(productId))
  const available = byStockKey(levels)
  for (const [index, item] of items.entries()) {
    const level = available.get(stockKey(item))
    if (level !== undefined) available.set(stockKey(item), level + (passed.added[index] ?? 0))
  }
  return shortageOf(items, available)
}

function byStockKey(levels: readonly { productId: string; size: string; onHand: number }[]): Map<string, number> {
  return new Map(levels.map(({ productId, size, onHand }) => [`${productId} ${size}`, onHand]))
}

/** An item may be there twice: as more of a line, and as a product. */
function shortageOf(items: readonly ChangedItem[], onHand: ReadonlyMap<string, number>): Shortage | undefined {
  const wanted = new Map<string, number>()
  for (const item of items) {
    const key = stockKey(item)
    const quantity = (wanted.get(key) ?? 0) + item.quantity
    const level = onHand.get(key)
    if (level !== undefined && level < quantity) return { ...item, onHand: level }
    wanted.set(key, quantity)
  }
  return undefined
}

/**
 * Reserves what a request adds while it's open; bottles it passes on stay with their lines until it's paid. Returns the
 * first shortage, if any.
 */
export async function reserveBalanceLines(
  tx: Orm,
  requestId: string,
  passed: PassedBottles,
): Promise<Shortage | undefined> {
  const added = (await listBalanceLines(tx, requestId)).filter(({ position }) => position === null)
  const found = await takeItems(tx, added, passed)
  if ('missing' in found) return found.missing
  for (const [index, { number }] of added.entries())
    await tx
      .update(balanceLinesTable)
      .set({ reserved: found.taken[index] ?? 0 })
      .where(and(eq(balanceLinesTable.requestId, requestId), eq(balanceLinesTable.number, number)))
  return undefined
}

/** Returns what a request has reserved. Idempotent. */
export async function putBackBalanceLines(tx: Orm, requestId: string): Promise<void> {
  const lines = (await listBalanceLines(tx, requestId)).filter(({ reserved }) => reserved > 0)
  if (lines.length === 0) return
  await lockLevels(tx, lines)
  for (const line of lines)
    await tx
      .update(stockLevelsTable)
      .set({ onHand: sql`${stockLevelsTable.onHand} + ${line.reserved}::integer` })
      .where(isLevelOf(line))
  await handOverReserved(tx, requestId)
}

export function stockKey({ productId, size }: Pick<ChangedItem, 'productId' | 'size'>): string {
  return `${productId} ${size ?? 'single'}`
}

/** In a fixed order, to avoid deadlocks. */
async function lockLevels(tx: Orm, items: readonly Pick<ChangedItem, 'productId' | 'size'>[]) {
  const { productId, size } = stockLevelsTable
  return tx
    .select()
    .from(stockLevelsTable)
    .where(or(...items.map(isLevelOf)) ?? isNull(productId))
    .orderBy(asc(productId), asc(size))
    .for('no key update')
}

function isLevelOf({ productId, size }: Pick<ChangedItem, 'productId' | 'size'>): SQL | undefined {
  return and(eq(stockLevelsTable.productId, productId), sql`${stockLevelsTable.size} = ${size ?? 'single'}`)
}

function toColumns({ productId, name, size, priceCents, quantity }: ChangedItem): ChangedItem {
  return { productId, name, size, priceCents, quantity }
}
