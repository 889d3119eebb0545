export type FiguredOrder = {
  createdAt: Date
  /** Null if it was never paid for. */
  paidAt: Date | null
  totalCents: number
  /** Paid later, and not part of the total. */
  laterCents: number
  refundedCents: number
  discountCode: string | null
}

export type CustomerFigures = {
  /** Orders that were paid, refunded ones included. */
  orders: number
  /** Paid and not refunded. */
  spentCents: number
  firstOrderAt: Date | undefined
  lastOrderAt: Date | undefined
  /** Discount codes of paid orders, the latest first, each once. */
  codes: string[]
}

/** Totals of one customer's orders, given newest first. */
export function customerFigures(orders: readonly FiguredOrder[]): CustomerFigures {
  const paid = orders.filter(({ paidAt }) => paidAt !== null)
  return {
    orders: paid.length,
    spentCents: paid.reduce(
      (sum, { totalCents, laterCents, refundedCents }) => sum + totalCents + laterCents - refundedCents,
      0,
    ),
    firstOrderAt: paid.at(-1)?.createdAt,
    lastOrderAt: paid[0]?.createdAt,
    codes: [...new Set(paid.flatMap(({ discountCode }) => discountCode ?? []))],
  }
}
