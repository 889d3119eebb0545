import { balanceStanding } from '#domain/money/balance-request.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type AskDeps, askForBalance, mailBalance } from './ask-balance.ts'
import { findOpenBalanceRequest } from './balance-requests.queries.ts'
import { canBePaid } from './balance.ts'
import { createChangeOrder } from './change-order.ts'
import { takeFormKey } from './order-desk.queries.ts'
import { findBalance } from './read-balance.ts'

export type OrderBalanceDeps = AskDeps & { database: Database }

export type OrderBalanceService = ReturnType<typeof createOrderBalanceService>

/** Asks the buyer for what another state's sales tax is more, and takes that back. */
export function createOrderBalanceService({ database: { orm }, ...deps }: OrderBalanceDeps) {
  const { links, payments, now } = deps
  const change = createChangeOrder(orm)

  return {
    /** `amountCents` is what the owner saw; no other amount is requested. */
    ask: (id: string, amountCents: number, actor: Actor) =>
      change(id, actor, 'order.balance-ask', async (tx, order) => {
        const found = await findBalance(tx, order, await payments.listRefundsOfOrder(tx, id))
        const open = found.requests.find(({ state, taxMoveId }) => state === 'open' && taxMoveId !== null)
        if (open && open.amountCents === amountCents && balanceStanding(open, now()) === 'open')
          return { ok: true, isRepeat: true }
        if (!found.move || found.dueCents === 0 || found.dueCents !== amountCents)
          return { ok: false, code: 'other_balance' }
        await askForBalance(tx, { order, move: found.move, amountCents }, deps)
        return { before: {}, after: { amountCents } }
      }),

    resend: (id: string, { requestId, formKey }: { requestId: string; formKey: string }, actor: Actor) =>
      change(id, actor, 'order.balance-resend', async (tx, order) => {
        if (!(await takeFormKey(tx, formKey))) return { ok: true, isRepeat: true }
        const request = await findOpenBalanceRequest(tx, id)
        if (request?.id !== requestId || !canBePaid(order, request, now())) return { ok: false, code: 'no_balance' }
        const { amountCents } = request
        await mailBalance(tx, { order, request, cause: `balance-again:${formKey}` }, links)
        return { before: {}, after: { amountCents } }
      }),

    withdraw: (id: string, requestId: string, actor: Actor) =>
      change(id, actor, 'order.balance-withdraw', async (tx) => {
        const request = await findOpenBalanceRequest(tx, id)
        if (request?.id !== requestId) return { ok: false, code: 'no_balance' }
        const amountCents = await payments.withdrawBalance(tx, id, 'owner')
        return { before: {}, after: { amountCents } }
      }),
  }
}
