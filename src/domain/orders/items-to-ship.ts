/** Lines with what goes into the package: without refunded and removed items. */
export function itemsToShip<Line extends { quantity: number; refunded: number }>(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const quantity = line.quantity - line.refunded
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** Returns true if nothing can be taken out of the package without emptying it. */
export function hasOneItem(lines: readonly { quantity: number; refunded: number }[]): boolean {
  return itemsToShip(lines).reduce((sum, { quantity }) => sum + quantity, 0) <= 1
}
