import type { Quantities } from './item-counts.ts'

type Kind = { productId: string; size: string | null }
type HoldingLine = Kind & {
  position: number
  /** How many bottles of tracked stock it has reserved. */
  reserved: number
}

export type PassedBottles = {
  /** To each item that is added, in the same order. */
  added: number[]
  /** By the position of the line that they come from. */
  lines: Quantities
}

/**
 * Bottles an order keeps when items are exchanged, moved from one line to another. They never go back in stock in
 * between, where another order could take them.
 */
export function passBottles(
  lines: readonly HoldingLine[],
  removed: Quantities,
  wanted: readonly (Kind & { quantity: number })[],
): PassedBottles {
  const free = lines.map((line) => ({ ...line, left: Math.min(line.reserved, removed.get(line.position) ?? 0) }))
  const passed = new Map<number, number>()
  const added = wanted.map(({ productId, size, quantity }) => {
    let missing = quantity
    for (const line of free.filter((other) => other.productId === productId && other.size === size)) {
      const bottles = Math.min(line.left, missing)
      if (bottles <= 0) continue
      line.left -= bottles
      missing -= bottles
      passed.set(line.position, (passed.get(line.position) ?? 0) + bottles)
    }
    return quantity - missing
  })
  return { added, lines: passed }
}
