import { randomUUID } from 'node:crypto'
import {
  areRefundable,
  leftToRefund,
  type PaidTotals,
  refundedQuantities,
  type RefundedItems,
  type RefundSplit,
  splitAmountCents,
  splitFreeAmount,
  splitItems,
} from '#domain/money/line-refund.ts'
import { cutRefund, drawRefund, type RefundDraw } from '#domain/money/refund-draws.ts'
import type { RefundRefusal, RefundRequest } from '#server/orders/order-payments.ts'
import { listOrderLines } from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { insertRefund, listRefundLines, type NewRefundRow, type RefundRow } from './refunds.queries.ts'
import { findTakenPayments, withdrawBalance } from './taken-payments.ts'

/**
 * Stores a refund in the caller's transaction; it is sent after the commit. The caller must hold the order's lock, so
 * two refunds never share the same remaining amount. Any open payment request is withdrawn, because it was for the
 * order as it was before.
 */
export async function requestRefund(
  tx: Orm,
  order: PaidTotals & { id: string },
  { amountCents, items, reason, restocks = false, returnId, removal, exchange, at, ...request }: RefundRequest,
): Promise<{ refundId: string } | { refusal: RefundRefusal }> {
  const taken = await findTakenPayments(tx, order.id)
  if (!taken) return { refusal: 'not-paid' }
  const { payments, refunds } = taken
  const draws = drawRefund(payments, amountCents)
  if (!draws) return { refusal: 'too-much' }
  const left = leftToRefund(order, refunds)
  const correctsTax = request.correctsTax ?? (!items && !exchange && isOwedTax(refunds, amountCents))
  const found = exchange
    ? negative(exchange)
    : correctsTax
      ? taxOf(left, amountCents)
      : items
        ? await splitOf(tx, order, items, left)
        : splitFreeAmount(left, amountCents)
  if (!found) return { refusal: 'too-much' }
  const split = { ...found, shippingCents: found.shippingCents - (removal?.addedShippingCents ?? 0) }
  if (splitAmountCents(split) !== amountCents) return { refusal: 'other-amount' }
  const kind = { reason, restocks, correctsTax, ...(at && { createdAt: at }) }
  const [whole, ...parts] = rowsOf(draws, split, kind)
  await insertRefund(tx, { ...whole, returnId: returnId ?? null, removes: removal !== undefined }, items?.quantities)
  // Items go back in stock with the first one; an amount that completes the refund with whichever is the last.
  for (const part of parts) await insertRefund(tx, { ...part, partOf: whole.id, restocks: restocks && !items })
  await withdrawBalance(tx, order.id, 'change')
  return { refundId: whole.id }
}

type RefundKind = Pick<NewRefundRow, 'reason' | 'restocks' | 'correctsTax' | 'createdAt'>

/** One row for each refunded payment; the first gets the remainder. */
function rowsOf(draws: RefundDraw[], split: RefundSplit, kind: RefundKind): [NewRefundRow, ...NewRefundRow[]] {
  const [first, ...others] = draws
  if (!first) throw new Error('refund without payments')
  let rest = split
  const parts = others.map(({ paymentId: attemptId, amountCents }) => {
    const cut = cutRefund(rest, amountCents)
    rest = cut.rest
    return { id: randomUUID(), attemptId, amountCents, ...kind, ...cut.part }
  })
  return [{ id: randomUUID(), attemptId: first.paymentId, amountCents: first.amountCents, ...kind, ...rest }, ...parts]
}

/** Returns true if this much sales tax of another state was to be refunded, was rejected, and was not refunded since. */
function isOwedTax(refunds: readonly RefundRow[], amountCents: number): boolean {
  const same = refunds.filter((refund) => refund.correctsTax && refund.amountCents === amountCents)
  return same.at(-1)?.state === 'rejected'
}

function negative({ goodsCents, discountCents, shippingCents, taxCents }: RefundSplit): RefundSplit {
  return {
    goodsCents: 0 - goodsCents,
    discountCents: 0 - discountCents,
    shippingCents: 0 - shippingCents,
    taxCents: 0 - taxCents,
  }
}

/** Undefined if there is less tax left. */
function taxOf(left: RefundSplit, taxCents: number): RefundSplit | undefined {
  return taxCents <= left.taxCents ? { goodsCents: 0, discountCents: 0, shippingCents: 0, taxCents } : undefined
}

/** Undefined if there are not as many items left. */
async function splitOf(
  tx: Orm,
  order: PaidTotals & { id: string },
  items: RefundedItems,
  left: RefundSplit,
): Promise<RefundSplit | undefined> {
  const lines = await listOrderLines(tx, order.id)
  const before = refundedQuantities(await listRefundLines(tx, order.id))
  return areRefundable(lines, items, before) ? splitItems({ ...order, lines }, left, items, before) : undefined
}
