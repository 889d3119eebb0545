import type { BalanceView } from '#contract/order-view.ts'
import { balanceLastDay, balanceStanding } from '#domain/money/balance-request.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isSold } from '#domain/orders/order-questions.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { listBalanceRequests } from './balance-requests.queries.ts'
import { findMoveOf } from './balance.ts'
import type { OrderPayments } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'

type ViewDeps = {
  payments: Pick<OrderPayments, 'findAttemptOfRequest'>
  /** The link is young enough to show personal data. */
  isFull: boolean
  now: Date
}

/** What the buyer was asked for last, on the page of their order. */
export async function viewBalance(
  orm: Orm,
  order: OrderRow,
  { payments, isFull, now }: ViewDeps,
): Promise<BalanceView | null> {
  // It never moved, or nothing is to be paid for it anymore.
  if (order.borneTaxCents === null || !isSold(order.state)) return null
  const [request] = await listBalanceRequests(orm, order.id)
  if (!request) return null
  const attempt = await payments.findAttemptOfRequest(orm, request.id)
  const standing = balanceStanding(request, now)
  const isConfirming = attempt !== undefined && isOpenAttempt(attempt.state)
  return {
    requestId: request.id,
    amountCents: request.amountCents,
    stateName: US_STATES[(await findMoveOf(orm, request)).toState],
    // What was begun in time counts.
    standing: standing === 'expired' && isConfirming ? 'open' : standing,
    isConfirming,
    payBy: shopDay(balanceLastDay(request.expiresAt)),
    buyer: standing === 'open' && isFull ? buyerOf(order) : null,
  }
}

function buyerOf(order: OrderRow): BalanceView['buyer'] {
  const { firstName, lastName, email, phone, line1: address, line2: address2, city, stateCode: state, zip } = order
  return { firstName, lastName, email, phone, address, address2, city, state, zip }
}
