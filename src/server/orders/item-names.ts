import type { RefundedItems } from '#domain/money/line-refund.ts'
import type { OrderLine } from './orders.views.ts'

/** The quantity, the product and its size. */
export function itemName({ name, size }: Pick<OrderLine, 'name' | 'size'>, quantity: number): string {
  return `${quantity} × ${[name, size].filter(Boolean).join(', ')}`
}

/** Of each item, in their order; lines that don't exist are left out. */
export function namesOf(
  lines: readonly Pick<OrderLine, 'position' | 'name' | 'size'>[],
  items: readonly { position: number; quantity: number }[],
): string[] {
  return items.flatMap(({ position, quantity }) => {
    const line = lines.find((found) => found.position === position)
    return line ? [itemName(line, quantity)] : []
  })
}

export function itemNames(lines: readonly OrderLine[], { quantities, withShipping }: RefundedItems): string[] {
  const names = lines.flatMap((line) => {
    const quantity = quantities.get(line.position) ?? 0
    return quantity > 0 ? [itemName(line, quantity)] : []
  })
  return [...names, ...(withShipping ? ['Shipping'] : [])]
}
