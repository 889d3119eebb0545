import { PAY_HASH } from '#contract/pay-hash.ts'
import { balanceExpiry, balanceLastDay } from '#domain/money/balance-request.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { type BalanceRequestRow, insertBalanceRequest } from './balance-requests.queries.ts'
import { balanceRequestedMail } from './balance.mails.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayments } from './order-payments.ts'
import type { OrderRow } from './orders.queries.ts'
import type { TaxMoveRow } from './tax-moves.queries.ts'

export type BalanceAsk = {
  order: OrderRow
  move: TaxMoveRow
  amountCents: number
  /** The new address, if the same email is about that. */
  shipTo?: string[]
}

export type AskDeps = { links: OrderLinks; payments: OrderPayments; now: () => Date }

/** Asks the buyer for an amount, instead of whatever they were asked for before. The caller must hold the order's lock. */
export async function askForBalance(tx: Orm, ask: BalanceAsk, { links, payments, now }: AskDeps): Promise<void> {
  const { order, move, amountCents } = ask
  const askedAt = now()
  await payments.withdrawBalance(tx, order.id, 'change')
  const request = await insertBalanceRequest(tx, {
    orderId: order.id,
    taxMoveId: move.id,
    amountCents,
    askedAt,
    expiresAt: balanceExpiry(askedAt),
  })
  await mailBalance(tx, { ...ask, request, cause: `balance-requested:${request.id}` }, links)
}

type BalanceMail = BalanceAsk & { request: BalanceRequestRow; cause: string }

export async function mailBalance(
  tx: Orm,
  { order, move, request, cause, shipTo }: BalanceMail,
  links: OrderLinks,
): Promise<void> {
  await enqueueMail(tx, balanceRequestedMail, {
    cause,
    recipient: order.email,
    payload: {
      orderNumber: order.number,
      firstName: order.firstName,
      orderPath: links.pathFor(order.id),
      payPath: links.pathFor(order.id) + PAY_HASH,
      amountCents: request.amountCents,
      stateName: US_STATES[move.toState],
      payBy: shopDay(balanceLastDay(request.expiresAt)),
      ...(shipTo && { shipTo }),
    },
  })
}
