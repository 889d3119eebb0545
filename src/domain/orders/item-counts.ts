/** Quantities by the position of their line. */
export type Quantities = ReadonlyMap<number, number>

type CountedLine = { position: number; quantity: number }

/** Adds up what several packages, returns or refunds have of each line. */
export function sumQuantities(items: readonly CountedLine[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { position, quantity } of items) sums.set(position, (sums.get(position) ?? 0) + quantity)
  return sums
}

export type ItemCounts = {
  /** What has shipped. */
  shipped: Quantities
  /** What is still to ship: neither shipped nor refunded. */
  open: Quantities
  /** What can still come back: shipped, and not in a return yet. */
  returnable: Quantities
}

export type CountedOrder = {
  lines: readonly (CountedLine & {
    /** Refunded or about to be. */
    refunded: number
  })[]
  /** Of all packages. None for an order shipped before packages were stored, when everything shipped at once. */
  shipped: readonly CountedLine[]
  hasShipped: boolean
  /** Of all returns that are expected or received. */
  returned: readonly CountedLine[]
  /** Of refunds for a return: their items have shipped, so the rest still does. */
  refundedReturns: readonly CountedLine[]
}

/** Where the bottles of an order are. */
export function countItems({ lines, shipped, hasShipped, returned, refundedReturns }: CountedOrder): ItemCounts {
  const left = sumQuantities(hasShipped && shipped.length === 0 ? lines : shipped)
  const back = sumQuantities(returned)
  const refundedBack = sumQuantities(refundedReturns)
  const of = (counts: Quantities, position: number) => counts.get(position) ?? 0
  const each = (count: (line: CountedOrder['lines'][number]) => number) =>
    new Map(lines.map((line) => [line.position, Math.max(count(line), 0)]))
  return {
    shipped: left,
    open: each(
      ({ position, quantity, refunded }) => quantity - of(left, position) - (refunded - of(refundedBack, position)),
    ),
    returnable: each(({ position }) => of(left, position) - of(back, position)),
  }
}

/** Returns true if there is at least one item, and no more of any than that. */
export function areWithin(wanted: Quantities, limit: Quantities): boolean {
  const counts = [...wanted]
  return (
    counts.some(([, quantity]) => quantity > 0) &&
    counts.every(
      ([position, quantity]) => Number.isInteger(quantity) && quantity >= 0 && quantity <= (limit.get(position) ?? 0),
    )
  )
}

/** What is left of each line after subtracting. */
export function minus(from: Quantities, some: Quantities): Map<number, number> {
  return new Map([...from].map(([position, quantity]) => [position, quantity - (some.get(position) ?? 0)]))
}

export function hasAny(quantities: Quantities): boolean {
  return [...quantities.values()].some((quantity) => quantity > 0)
}
