import { areWithin, hasAny, type Quantities, sumQuantities } from '#domain/orders/item-counts.ts'
import { countsAsReturn } from '#domain/orders/returns.ts'
import type { NewRefund, OrderProblem } from './order-desk.service.ts'
import type { RefundedLine } from './order-payments.ts'
import type { OrderLine, OrderReturn } from './orders.views.ts'
import type { OrderItems } from './read-items.ts'

/** What of a return was not refunded yet; nothing of one that was called off. */
export function leftOfReturn({ id, state, lines }: OrderReturn, refundLines: readonly RefundedLine[]): Quantities {
  if (!countsAsReturn(state)) return new Map()
  const refunded = sumQuantities(refundLines.filter((line) => line.returnId === id && line.state !== 'rejected'))
  return new Map(lines.map(({ position, quantity }) => [position, quantity - (refunded.get(position) ?? 0)]))
}

/** What a refund for the return begins with: no more than is left to refund of the line. */
export function suggestedRefund(
  found: OrderReturn,
  { lines, refundLines }: { lines: readonly OrderLine[]; refundLines: readonly RefundedLine[] },
): Quantities {
  const left = leftOfReturn(found, refundLines)
  return new Map(
    lines.map(({ position, quantity, refunded }) => [position, Math.min(left.get(position) ?? 0, quantity - refunded)]),
  )
}

/** Ids of the returns that are here and not refunded. */
export function refundableReturns(
  returns: readonly OrderReturn[],
  of: { lines: readonly OrderLine[]; refundLines: readonly RefundedLine[] },
): string[] {
  return returns.filter((found) => found.state === 'received' && hasAny(suggestedRefund(found, of))).map(({ id }) => id)
}

/**
 * Why a refund does not fit what has left and what came back; undefined if it does. A refund puts back only what never
 * left: what has left comes back with a return, so no bottle is counted twice.
 */
export function refundProblem(
  { items, restocks = false, returnId }: NewRefund,
  { counts, returns }: OrderItems,
  refundLines: readonly RefundedLine[],
): OrderProblem | undefined {
  if (returnId !== undefined) {
    const found = returns.find(({ id }) => id === returnId)
    if (!found || !items || !areWithin(items.quantities, leftOfReturn(found, refundLines))) return 'not_returned'
    return restocks ? 'restocks_shipped' : undefined
  }
  if (!restocks) return undefined
  const of = (counted: Quantities, position: number) => counted.get(position) ?? 0
  const hasLeft = items
    ? [...items.quantities].some(
        ([position, quantity]) => of(counts.shipped, position) > 0 && quantity > of(counts.open, position),
      )
    : hasAny(counts.shipped)
  return hasLeft ? 'restocks_shipped' : undefined
}
