import { PAY_HASH } from '#contract/pay-hash.ts'
import { balanceExpiry, balanceLastDay } from '#domain/money/balance-request.ts'
import type { ItemChangePlan } from '#domain/money/item-change.ts'
import { passBottles } from '#domain/orders/passed-bottles.ts'
import { US_STATES } from '#domain/orders/us-states.ts'
import { shopDay } from '#domain/time/display.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { type BalanceRequestRow, insertBalanceRequest, type NewBalanceRequest } from './balance-requests.queries.ts'
import { balanceRequestedMail } from './balance.mails.ts'
import { type BalanceSubject, findSubject } from './balance.ts'
import { insertBalanceLines, reserveBalanceLines } from './item-changes.queries.ts'
import type { OrderLinks } from './order-links.ts'
import type { OrderPayments } from './order-payments.ts'
import { listOrderLines, type OrderRow, type Shortage } from './orders.queries.ts'
import type { ChangedItem } from './orders.views.ts'
import type { TaxMoveRow } from './tax-moves.queries.ts'

export type BalanceAsk = {
  order: OrderRow
  move: TaxMoveRow
  amountCents: number
  /** The new address, if the same email is about that. */
  shipTo?: string[]
}

export type AskDeps = { links: OrderLinks; payments: OrderPayments; now: () => Date }

/** Requests a payment from the buyer, replacing any earlier request. The caller must hold the order's lock. */
export async function askForBalance(
  tx: Orm,
  { order, move, amountCents, shipTo }: BalanceAsk,
  deps: AskDeps,
): Promise<void> {
  await ask(tx, order, { taxMoveId: move.id, amountCents }, deps, shipTo)
}

/** The amount requested, and what the order becomes once it's paid. */
export type ChangeAsk = {
  order: OrderRow
  plan: ItemChangePlan
  added: readonly ChangedItem[]
  removed: readonly (ChangedItem & { position: number })[]
  taxBasisPoints: number
}

/**
 * Asks the buyer for what a change of items adds, and takes what is added from stock until they pay. Returns what is
 * missing, if anything: then the caller must roll back. The caller must hold the order's lock.
 */
export async function askForChange(
  tx: Orm,
  { order, plan, added, removed, taxBasisPoints }: ChangeAsk,
  deps: AskDeps,
): Promise<Shortage | undefined> {
  const { amountCents, split, items } = plan
  const lines = [...added.map((item) => ({ ...item, position: null })), ...removed]
  const request = await ask(
    tx,
    order,
    {
      amountCents,
      ...split,
      stateCode: order.stateCode,
      taxBasisPoints,
      itemsGoodsCents: items.goodsCents,
      itemsDiscountCents: items.discountCents,
      itemsTaxCents: items.taxCents,
    },
    { ...deps, insertLines: (id) => insertBalanceLines(tx, id, lines) },
  )
  const gone = new Map(removed.map(({ position, quantity }) => [position, quantity]))
  return reserveBalanceLines(tx, request.id, passBottles(await listOrderLines(tx, order.id), gone, added))
}

async function ask(
  tx: Orm,
  order: OrderRow,
  asked: Omit<NewBalanceRequest, 'orderId' | 'askedAt' | 'expiresAt'>,
  { links, payments, now, insertLines }: AskDeps & { insertLines?: (requestId: string) => Promise<void> },
  shipTo?: string[],
): Promise<BalanceRequestRow> {
  const askedAt = now()
  await payments.withdrawBalance(tx, order.id, 'change')
  const request = await insertBalanceRequest(tx, {
    ...asked,
    orderId: order.id,
    askedAt,
    expiresAt: balanceExpiry(askedAt),
  })
  await insertLines?.(request.id)
  await mailBalance(tx, { order, request, cause: `balance-requested:${request.id}`, ...(shipTo && { shipTo }) }, links)
  return request
}

type BalanceMail = { order: OrderRow; request: BalanceRequestRow; cause: string; shipTo?: string[] }

export async function mailBalance(
  tx: Orm,
  { order, request, cause, shipTo }: BalanceMail,
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
      ...mailedSubject(await findSubject(tx, request)),
      payBy: shopDay(balanceLastDay(request.expiresAt)),
      ...(shipTo && { shipTo }),
    },
  })
}

/** What a request is for, as its emails name it. */
export function mailedSubject(subject: BalanceSubject) {
  if (subject.kind === 'tax') return { stateName: US_STATES[subject.move.toState] }
  const named = ({ name, size, quantity }: ChangedItem) => ({ name, size, quantity })
  const { added, removed, split } = subject
  return { change: { added: added.map(named), removed: removed.map(named), ...split } }
}
