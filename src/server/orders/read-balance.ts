import { dueTaxCents, isPaidBalance } from '#domain/money/balance-request.ts'
import { leftToRefund } from '#domain/money/line-refund.ts'
import { isSold } from '#domain/orders/order-questions.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type BalanceRequestRow, listBalanceRequests } from './balance-requests.queries.ts'
import { findSubject, standingOf } from './balance.ts'
import type { BalanceLineRow } from './item-changes.queries.ts'
import { itemName } from './item-names.ts'
import type { OrderRefund } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'
import type { BalanceAtDesk, OrderBalance } from './orders.views.ts'
import { findLastTaxMove, type TaxMoveRow } from './tax-moves.queries.ts'

export type FoundBalance = { dueCents: number; move: TaxMoveRow | undefined; requests: BalanceRequestRow[] }

/**
 * The part of the new state's sales tax that was neither paid nor refunded. It's requested once per move; anything left
 * after that is rounding.
 */
export async function findBalance(orm: Orm, order: OrderRow, refunds: readonly OrderRefund[]): Promise<FoundBalance> {
  const requests = await listBalanceRequests(orm, order.id)
  const move = order.borneTaxCents === null ? undefined : await findLastTaxMove(orm, order.id)
  const isPaid = requests.some((request) => request.taxMoveId === move?.id && isPaidBalance(request))
  const isDue = move !== undefined && move.waivedCents > 0 && !isPaid && isSold(order.state) && !order.paidOutside
  const dueCents = isDue ? dueTaxCents(leftToRefund(order, refunds), move.toBasisPoints) : 0
  return { dueCents, move, requests }
}

/** For the desk. */
export async function readBalance(
  orm: Orm,
  order: OrderRow,
  refunds: readonly OrderRefund[],
  now: Date,
): Promise<OrderBalance> {
  const found = await findBalance(orm, order, refunds)
  const requests: BalanceAtDesk[] = []
  for (const request of found.requests) {
    const { id, amountCents, askedAt, expiresAt, endedAt, withdrawnBy } = request
    const standing = standingOf(order, request, now)
    const items = await changeOf(orm, request)
    requests.push({ id, amountCents, askedAt, expiresAt, endedAt, withdrawnBy, standing, items })
  }
  return { dueCents: found.dueCents, toState: found.move?.toState ?? null, requests }
}

async function changeOf(orm: Orm, request: BalanceRequestRow): Promise<BalanceAtDesk['items']> {
  if (request.taxMoveId !== null) return null
  const subject = await findSubject(orm, request)
  if (subject.kind !== 'items') return null
  const names = (lines: readonly BalanceLineRow[]) => lines.map((line) => itemName(line, line.quantity))
  return { added: names(subject.added), removed: names(subject.removed) }
}
