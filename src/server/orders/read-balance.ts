import { balanceStanding, dueTaxCents, isPaidBalance } from '#domain/money/balance-request.ts'
import { leftToRefund } from '#domain/money/line-refund.ts'
import { isSold } from '#domain/orders/order-questions.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { type BalanceRequestRow, listBalanceRequests } from './balance-requests.queries.ts'
import type { OrderRefund } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'
import type { BalanceAtDesk, OrderBalance } from './orders.views.ts'
import { findLastTaxMove, type TaxMoveRow } from './tax-moves.queries.ts'

const NOTHING: OrderBalance = { dueCents: 0, toState: null, requests: [] }

export type FoundBalance = { dueCents: number; move: TaxMoveRow | undefined; requests: BalanceRequestRow[] }

/**
 * What of the new state's sales tax was neither paid nor refunded. A move is asked for once: after that, what is left of
 * it is a matter of rounding.
 */
export async function findBalance(
  orm: Orm,
  order: OrderRow,
  refunds: readonly OrderRefund[],
): Promise<FoundBalance | undefined> {
  // It never moved.
  if (order.borneTaxCents === null) return undefined
  const [move, requests] = [await findLastTaxMove(orm, order.id), await listBalanceRequests(orm, order.id)]
  const isPaid = requests.some((request) => request.taxMoveId === move?.id && isPaidBalance(request))
  const isAskable = move !== undefined && move.waivedCents > 0 && !isPaid && isSold(order.state) && !order.paidOutside
  const dueCents = isAskable ? dueTaxCents(leftToRefund(order, refunds), move.toBasisPoints) : 0
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
  if (!found) return NOTHING
  const toRequest = ({ id, amountCents, askedAt, expiresAt, endedAt, withdrawnBy, ...row }: BalanceRequestRow) => {
    const standing = balanceStanding({ ...row, expiresAt }, now)
    return { id, amountCents, askedAt, expiresAt, endedAt, withdrawnBy, standing } satisfies BalanceAtDesk
  }
  return {
    dueCents: found.dueCents,
    toState: found.move?.toState ?? null,
    requests: found.requests.map(toRequest),
  }
}
