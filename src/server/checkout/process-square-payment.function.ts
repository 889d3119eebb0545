import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type AppError, invalidRequest } from '#server/platform/errors.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { senderOf } from '#server/platform/http/throttle.ts'
import type { CheckoutService } from './checkout.service.ts'
import { limitTickets } from './limit-tickets.ts'
import { cardlessPayment, checkoutField, INVALID_ORDER, invalidOrder } from './payment-input.ts'
import type { CheckoutTickets } from './tickets.ts'

/** The checkout gate counts failures separately; this only limits endless requests from a program. */
const PER_ADDRESS = { count: 20, perMs: 60_000 }
const MAX_BYTES = 32 * 1024
const CHECKOUT_KEY = /^[\w-]{8,64}$/

export function processSquarePayment({
  checkout,
  tickets,
  ...parts
}: FunctionDeps & { checkout: CheckoutService; tickets: CheckoutTickets }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'process-square-payment',
    perAddress: PER_ADDRESS,
    perTicket: limitTickets(tickets),
    maxBytes: MAX_BYTES,
    schema: cardlessPayment,
    fieldOf: checkoutField,
    invalid: invalidOrder,
    failure,
    failed: { message: MESSAGES.paymentFailed },
    // An order may have been created, by this request or by an earlier one with the same checkout id.
    unknownOutcome: { ...unpaid(MESSAGES.paymentPending), isPending: true } satisfies PaymentResponse,
    async run(request, c) {
      // For a caller without a checkout id, the card token identifies the checkout, because it can be used only once.
      const checkoutKey = c.req.header('idempotency-key') ?? keyOf(request.sourceId)
      if (!CHECKOUT_KEY.test(checkoutKey)) throw invalidRequest()
      const sender = {
        checkoutKey,
        ...senderOf(c, parts.trustedProxies),
        ticket: c.req.header(TICKET_HEADER),
        proof: c.req.header(PROOF_HEADER),
      }
      const answer = await checkout.pay(request, sender)
      const headers = answer.status === 503 ? { ...forApi, 'retry-after': '5' } : forApi
      return c.json(answer.body, answer.status, headers)
    },
  })
}

function unpaid(error: string): PaymentResponse {
  return { success: false, orderNumber: null, error }
}

function failure({ code, message, field }: AppError): PaymentResponse {
  return { ...unpaid(message), ...(code === INVALID_ORDER && { problem: 'invalid' }), ...(field && { field }) }
}

function keyOf(sourceId: string): string {
  return `source-${createHash('sha256').update(sourceId).digest('base64url')}`
}
