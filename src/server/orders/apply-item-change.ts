import type { ItemTotals, Quantities } from '#domain/money/line-refund.ts'
import { minus } from '#domain/orders/item-counts.ts'
import { passBottles } from '#domain/orders/passed-bottles.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { addOrderLines, exchangeItems } from './item-changes.queries.ts'
import { listOrderLines, type OrderRow, settleReserved, updateOrder } from './orders.queries.ts'
import type { ChangedItem } from './orders.views.ts'

export type AppliedChange = {
  /** With how many of them were taken from stock. */
  added: readonly (ChangedItem & { reserved: number })[]
  removed: Quantities
  /** What the items come to from now on. */
  items: ItemTotals
  at: Date
}

/**
 * Adds items to an order, and takes those out that they are exchanged for. What is added gets bottles of these that it
 * still lacks; the others go back in stock. The caller must hold the order's lock.
 */
export async function applyItemChange(
  tx: Orm,
  order: OrderRow,
  { added, removed, items, at }: AppliedChange,
): Promise<void> {
  const { goodsCents: itemsGoodsCents, discountCents: itemsDiscountCents, taxCents } = items
  const tax = order.borneTaxCents === null ? { itemsTaxCents: taxCents } : { borneTaxCents: taxCents }
  await updateOrder(tx, order.id, { itemsGoodsCents, itemsDiscountCents, ...tax })
  const lacking = added.map((item) => ({ ...item, quantity: item.quantity - item.reserved }))
  const passed = passBottles(await listOrderLines(tx, order.id), removed, lacking)
  const held = added.map((item, index) => ({ ...item, reserved: item.reserved + (passed.added[index] ?? 0) }))
  await addOrderLines(tx, order.id, held, at)
  const exchanged = [...removed].filter(([, quantity]) => quantity > 0)
  if (exchanged.length === 0) return
  await exchangeItems(tx, order.id, new Map(exchanged))
  const toItems = [...passed.lines].map(([position, quantity]) => ({ position, quantity }))
  await settleReserved(tx, order.id, toItems, false)
  const toStock = [...minus(removed, passed.lines)].map(([position, quantity]) => ({ position, quantity }))
  await settleReserved(tx, order.id, toStock, true)
}
