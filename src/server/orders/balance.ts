import { type BalanceStanding, balanceStanding } from '#domain/money/balance-request.ts'
import { itemTotals, type ItemTotals, paidLater, type RefundSplit } from '#domain/money/line-refund.ts'
import { taxFor } from '#domain/money/pricing.ts'
import { isSold, isToPack } from '#domain/orders/order-questions.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { applyItemChange } from './apply-item-change.ts'
import { type BalanceRequestRow, endBalanceRequest, insertEvenBalance } from './balance-requests.queries.ts'
import { type BalanceLineRow, handOverReserved, listBalanceLines } from './item-changes.queries.ts'
import { type OrderRow, updateOrder } from './orders.queries.ts'
import { findTaxMove, type TaxMoveRow } from './tax-moves.queries.ts'

/** What a payment request is for: more sales tax, or items added to the order. */
export type BalanceSubject =
  | { kind: 'tax'; move: TaxMoveRow }
  | {
      kind: 'items'
      added: BalanceLineRow[]
      /** What is taken out of the order in exchange. */
      removed: (BalanceLineRow & { position: number })[]
      split: RefundSplit
      items: { goodsCents: number; discountCents: number; taxCents: number }
    }

export async function findSubject(orm: Orm, request: BalanceRequestRow): Promise<BalanceSubject> {
  if (request.taxMoveId === null) {
    const lines = await listBalanceLines(orm, request.id)
    return {
      kind: 'items',
      added: lines.filter(({ position }) => position === null),
      removed: lines.flatMap((line) => (line.position === null ? [] : [{ ...line, position: line.position }])),
      split: {
        goodsCents: request.goodsCents ?? 0,
        discountCents: request.discountCents ?? 0,
        shippingCents: request.shippingCents ?? 0,
        taxCents: request.taxCents ?? 0,
      },
      items: {
        goodsCents: request.itemsGoodsCents ?? 0,
        discountCents: request.itemsDiscountCents ?? 0,
        taxCents: request.itemsTaxCents ?? 0,
      },
    }
  }
  const move = await findTaxMove(orm, request.taxMoveId)
  if (!move) throw new Error('balance request without its tax move')
  return { kind: 'tax', move }
}

/** Items can be added until the order is packed; tax is owed also after that. */
function isAskable(order: Pick<OrderRow, 'state'>, { taxMoveId }: Pick<BalanceRequestRow, 'taxMoveId'>): boolean {
  return taxMoveId === null ? isToPack(order.state) : isSold(order.state)
}

/** What became of a request; one for items of an order that was packed since is as good as expired. */
export function standingOf(order: OrderRow, request: BalanceRequestRow, now: Date): BalanceStanding {
  const standing = balanceStanding(request, now)
  return standing === 'open' && !isAskable(order, request) ? 'expired' : standing
}

export function canBePaid(order: OrderRow, request: BalanceRequestRow, now: Date): boolean {
  return standingOf(order, request, now) === 'open'
}

/**
 * Books a request that was paid. From now on its customer bears the whole tax of the new state, or has the items that
 * were added. Returns what it was for, or undefined if it's been withdrawn. The caller must hold the order's lock.
 */
export async function settleBalance(
  tx: Orm,
  order: OrderRow,
  request: BalanceRequestRow,
  now: Date,
): Promise<BalanceSubject | undefined> {
  if (!isAskable(order, request) || !(await endBalanceRequest(tx, request.id, { state: 'paid' }))) return undefined
  const subject = await findSubject(tx, request)
  if (subject.kind === 'items') {
    const { added, split, items } = subject
    await addPaid(tx, order, split)
    await handOverReserved(tx, request.id)
    const removed = new Map(subject.removed.map(({ position, quantity }) => [position, quantity]))
    await applyItemChange(tx, order, { added, removed, items, at: now })
    return subject
  }
  const { goodsCents, discountCents } = itemTotals(order)
  await updateOrder(tx, order.id, {
    addedTaxCents: order.addedTaxCents + request.amountCents,
    borneTaxCents: taxFor(goodsCents - discountCents, subject.move.toBasisPoints),
  })
  return subject
}

/**
 * A change that costs the same as before, although its parts don't, as when the shipping that is free now is what the
 * new items cost: booked like a request that was paid, for the tax report to have the parts. The caller must hold the order's lock.
 */
export async function bookEvenChange(
  tx: Orm,
  order: OrderRow,
  { split, items, taxBasisPoints, at }: { split: RefundSplit; items: ItemTotals; taxBasisPoints: number; at: Date },
): Promise<void> {
  if (Object.values(split).every((cents) => cents === 0)) return
  await insertEvenBalance(tx, {
    ...split,
    orderId: order.id,
    stateCode: order.stateCode,
    taxBasisPoints,
    itemsGoodsCents: items.goodsCents,
    itemsDiscountCents: items.discountCents,
    itemsTaxCents: items.taxCents,
    at,
  })
  await addPaid(tx, order, split)
}

async function addPaid(tx: Orm, order: OrderRow, split: RefundSplit): Promise<void> {
  const before = paidLater(order)
  await updateOrder(tx, order.id, {
    addedGoodsCents: before.goodsCents + split.goodsCents,
    addedDiscountCents: before.discountCents + split.discountCents,
    addedShippingCents: before.shippingCents + split.shippingCents,
    addedTaxCents: before.taxCents + split.taxCents,
  })
}
