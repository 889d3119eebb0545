import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { balancePayment } from '#contract/balance.ts'
import { type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { INVALID_REQUEST } from '#contract/form.ts'
import { MESSAGES } from '#contract/messages.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { senderOf } from '#server/platform/http/throttle.ts'
import type { BalanceService } from './balance.service.ts'
import { limitTickets } from './limit-tickets.ts'
import { holdsCardNumber } from './payment-input.ts'
import type { CheckoutTickets } from './tickets.ts'

/** As for other payments; failures are counted by the checkout gate. */
const PER_ADDRESS = { count: 20, perMs: 60_000 }
const CHECKOUT_KEY = /^[\w-]{8,64}$/

/** Refuses a request with a card number anywhere in it before any other validation. */
const cardlessBalance = z.pipe(
  z.unknown().check(z.refine((sent) => !holdsCardNumber(sent), INVALID_REQUEST)),
  balancePayment,
)

export function payBalance({
  balances,
  tickets,
  ...parts
}: FunctionDeps & { balances: BalanceService; tickets: CheckoutTickets }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'pay-balance',
    perAddress: PER_ADDRESS,
    perTicket: limitTickets(tickets),
    schema: cardlessBalance,
    failure: ({ message }) => unpaid(message),
    failed: { message: MESSAGES.paymentFailed },
    // A charge may have been started.
    unknownOutcome: { ...unpaid(MESSAGES.paymentPending), isPending: true } satisfies PaymentResponse,
    async run(request, c) {
      // For a caller without a checkout id, the card token identifies the checkout, because it can be used only once.
      const checkoutKey = c.req.header('idempotency-key') ?? keyOf(request.sourceId)
      if (!CHECKOUT_KEY.test(checkoutKey)) throw invalidRequest()
      const answer = await balances.pay(request, {
        checkoutKey,
        ...senderOf(c, parts.trustedProxies),
        ticket: c.req.header(TICKET_HEADER),
        proof: c.req.header(PROOF_HEADER),
      })
      const headers = answer.status === 503 ? { ...forApi, 'retry-after': '5' } : forApi
      return c.json(answer.body, answer.status, headers)
    },
  })
}

function unpaid(error: string): PaymentResponse {
  return { success: false, orderNumber: null, error }
}

function keyOf(sourceId: string): string {
  return `balance-${createHash('sha256').update(sourceId).digest('base64url')}`
}
