import type { BalanceView } from '#contract/order-view.ts'
import { balanceLastDay } from '#domain/money/balance-request.ts'
import { isOpenAttempt } from '#domain/money/payment-states.ts'
import { isSold } from '#domain/orders/order-questions.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { listBalanceRequests } from './balance-requests.queries.ts'
import { type BalanceSubject, findSubject, standingOf } from './balance.ts'
import type { BalanceLineRow } from './item-changes.queries.ts'
import { itemName } from './item-names.ts'
import type { OrderPayments } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'

type ViewDeps = {
  payments: Pick<OrderPayments, 'findAttemptOfRequest'>
  /** The link is young enough to show personal data. */
  isFull: boolean
  now: Date
}

/** The buyer's latest payment request, on their order page. */
export async function viewBalance(
  orm: Orm,
  order: OrderRow,
  { payments, isFull, now }: ViewDeps,
): Promise<BalanceView | null> {
  // Nothing is to be paid for it anymore.
  if (!isSold(order.state)) return null
  const [request] = await listBalanceRequests(orm, order.id)
  if (!request) return null
  const attempt = await payments.findAttemptOfRequest(orm, request.id)
  const standing = standingOf(order, request, now)
  const isConfirming = attempt !== undefined && isOpenAttempt(attempt.state)
  return {
    requestId: request.id,
    amountCents: request.amountCents,
    ...viewSubject(await findSubject(orm, request)),
    // What was begun in time counts.
    standing: standing === 'expired' && isConfirming ? 'open' : standing,
    isConfirming,
    payBy: shopDay(balanceLastDay(request.expiresAt)),
    buyer: standing === 'open' && isFull ? buyerOf(order) : null,
  }
}

function viewSubject(subject: BalanceSubject): Pick<BalanceView, 'stateName' | 'change'> {
  if (subject.kind === 'tax') return { stateName: US_STATES[subject.move.toState], change: null }
  const { added, removed, split } = subject
  const names = (lines: readonly BalanceLineRow[]) => lines.map((line) => itemName(line, line.quantity))
  return { stateName: null, change: { added: names(added), removed: names(removed), ...split } }
}

function buyerOf(order: OrderRow): BalanceView['buyer'] {
  const { firstName, lastName, email, phone, line1: address, line2: address2, city, stateCode: state, zip } = order
  return { firstName, lastName, email, phone, address, address2, city, state, zip }
}
