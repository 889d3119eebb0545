import type { DrawnPayment } from '#domain/money/refund-draws.ts'
import { refundableCents, sumOf } from '#domain/money/refundable.ts'
import {
  endBalanceRequest,
  findOpenBalanceRequest,
  putBackBalanceLines,
  type WithdrawnBy,
} from '#server/orders/orders.service.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { listAttempts, takeOverRequest } from './payments.queries.ts'
import { listRefundsOfOrder, type RefundRow } from './refunds.queries.ts'

export type TakenPayments = {
  /** Oldest first: the original payment, then later ones. */
  payments: DrawnPayment[]
  /** Of these payments. */
  refunds: RefundRow[]
  paidCents: number
  /** What can still be refunded, of all of them. */
  restCents: number
  /** Everything went back, and is there. */
  isAllReturned: boolean
}

/** The payments that an order took, and what was refunded of them. Undefined if no card paid for the order. */
export async function findTakenPayments(orm: Orm, orderId: string): Promise<TakenPayments | undefined> {
  const attempts = (await listAttempts(orm, orderId)).filter(({ state }) => state === 'succeeded')
  if (attempts.every(({ requestId }) => requestId !== null)) return undefined
  const ids = new Set(attempts.map(({ id }) => id))
  const refunds = (await listRefundsOfOrder(orm, orderId)).filter(({ attemptId }) => ids.has(attemptId))
  const payments = attempts.map((attempt) => ({
    id: attempt.id,
    leftCents: refundableCents(
      attempt,
      refunds.filter(({ attemptId }) => attemptId === attempt.id),
    ),
  }))
  const paidCents = attempts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return {
    payments,
    refunds,
    paidCents,
    restCents: payments.reduce((sum, { leftCents }) => sum + leftCents, 0),
    isAllReturned: sumOf(refunds, ['completed']) >= paidCents,
  }
}

/** What can still be refunded to cards. */
export async function restOf(orm: Orm, orderId: string): Promise<number> {
  return (await findTakenPayments(orm, orderId))?.restCents ?? 0
}

/**
 * Withdraws the buyer's open payment request, if there is one, because the owner asked or the order changed and the
 * amount is no longer right. Its reserved items go back in stock. A charge in progress is taken over from its sender; a
 * captured one is refunded automatically. Returns the amount. The caller must hold the order's lock.
 */
export async function withdrawBalance(tx: Orm, orderId: string, withdrawnBy: WithdrawnBy): Promise<number | undefined> {
  const request = await findOpenBalanceRequest(tx, orderId)
  if (!request || !(await endBalanceRequest(tx, request.id, { state: 'withdrawn', withdrawnBy }))) return undefined
  await takeOverRequest(tx, request.id)
  await putBackBalanceLines(tx, request.id)
  return request.amountCents
}
