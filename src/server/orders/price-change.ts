import { MAX_QUANTITY } from '#domain/cart/cart.ts'
import type { Size } from '#domain/catalogue/sizes.ts'
import type { Quantities } from '#domain/money/line-refund.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { stockKey } from './item-changes.queries.ts'
import type { ChangedItem, PlannedChange } from './orders.views.ts'
import { priceItems } from './price-items.ts'

type KnownLine = ChangedItem & { position: number; refunded: number }

/** What the operator wants of an order. */
export type WantedChange = {
  /** How many of each line are to ship; lines not listed stay unchanged. */
  quantities: Quantities
  /** The size that a line is to have, by its position. */
  sizes: ReadonlyMap<number, Size>
  products: readonly { productId: string; size: Size | null; quantity: number }[]
  chargesShipping: boolean
}

export type PricedChange = Omit<PlannedChange, 'plan'>

/** Returns true if there is anything that a removal of items can't do. */
export function addsItems(lines: readonly KnownLine[], { quantities, sizes, products }: WantedChange): boolean {
  return products.length > 0 || lines.some((line) => sizes.has(line.position) || isRaised(line, quantities))
}

/**
 * What the change adds and removes. More of the same line costs the original price; other sizes and products cost
 * today's price.
 */
export async function priceChange(
  orm: Orm,
  lines: readonly KnownLine[],
  { quantities, sizes, products }: WantedChange,
): Promise<PricedChange | { message: string }> {
  const more: ChangedItem[] = []
  const removed: PricedChange['removed'] = []
  const swapped: { productId: string; size: Size | null; quantity: number }[] = []
  for (const line of lines) {
    const open = line.quantity - line.refunded
    const quantity = quantities.get(line.position) ?? open
    const size = sizes.get(line.position)
    // Anything that isn't a number is rejected like one that's too high.
    if (!(quantity >= 0 && quantity <= MAX_QUANTITY)) return { message: TOO_MANY }
    const gone = size ? open : Math.max(0, open - quantity)
    if (gone > 0) removed.push({ ...line, quantity: gone })
    if (size && quantity > 0) swapped.push({ productId: line.productId, size, quantity })
    else if (quantity > open) more.push({ ...line, quantity: quantity - open })
  }
  const ordered = [...swapped, ...products]
  if (ordered.some(({ quantity }) => !(quantity >= 1 && quantity <= MAX_QUANTITY))) return { message: TOO_MANY }
  const priced = ordered.length > 0 ? await priceItems(orm, ordered) : { items: [] }
  if ('problem' in priced) return { message: priced.message }
  const added = [...more, ...priced.items]
  return hasTooMany(lines, removed, added) ? { message: TOO_MANY } : { added, removed }
}

const TOO_MANY = `Use whole numbers. An order can have at most ${MAX_QUANTITY} bottles of one kind.`

function isRaised({ position, quantity, refunded }: KnownLine, quantities: Quantities): boolean {
  return (quantities.get(position) ?? 0) > quantity - refunded
}

function hasTooMany(
  lines: readonly KnownLine[],
  removed: readonly ChangedItem[],
  added: readonly ChangedItem[],
): boolean {
  const counts = new Map<string, number>()
  const count = (item: ChangedItem, quantity: number) =>
    counts.set(stockKey(item), (counts.get(stockKey(item)) ?? 0) + quantity)
  for (const line of lines) count(line, line.quantity - line.refunded)
  for (const item of removed) count(item, 0 - item.quantity)
  for (const item of added) count(item, item.quantity)
  return [...counts.values()].some((quantity) => quantity > MAX_QUANTITY)
}
