import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { paymentRequest, type PaymentResponse, PROOF_HEADER, TICKET_HEADER } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type FunctionParts, jsonFunction } from '#server/platform/http/json-function.ts'
import { senderOf } from '#server/platform/http/throttle.ts'
import type { CheckoutService } from './checkout.service.ts'
import { firstFault, holdsCardNumber } from './payment-input.ts'

/** Failures are counted apart, by the checkout gate; this only keeps a program from asking all day. */
const PER_ADDRESS = { count: 20, perMs: 60_000 }
const MAX_BYTES = 32 * 1024
const CHECKOUT_KEY = /^[\w-]{8,64}$/

export function processSquarePayment({ checkout, ...parts }: FunctionParts & { checkout: CheckoutService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'process-square-payment',
    perAddress: PER_ADDRESS,
    maxBytes: MAX_BYTES,
    failure,
    failureMessage: MESSAGES.paymentFailed,
    // An order may have been made, by this request or by an earlier one under the same checkout id.
    unknownOutcome: { ...failure(MESSAGES.paymentPending), isPending: true } satisfies PaymentResponse,
    async run(body, c) {
      if (holdsCardNumber(body)) return c.json(failure('Invalid request'), 400, forApi)
      const request = paymentRequest.safeParse(body)
      if (!request.success) {
        const { status, message, field } = firstFault(request.error)
        return c.json({ ...failure(message), problem: 'invalid', ...(field && { field }) }, status, forApi)
      }
      // A caller that names no checkout pays with a card token, which is used once and so names it as well.
      const checkoutKey = c.req.header('idempotency-key') ?? keyOf(request.data.sourceId)
      if (!CHECKOUT_KEY.test(checkoutKey)) return c.json(failure('Invalid request'), 400, forApi)
      const sender = {
        checkoutKey,
        ...senderOf(c, parts.trustedProxies),
        ticket: c.req.header(TICKET_HEADER),
        proof: c.req.header(PROOF_HEADER),
      }
      const answer = await checkout.pay(request.data, sender)
      const headers = answer.status === 503 ? { ...forApi, 'retry-after': '5' } : forApi
      return c.json(answer.body, answer.status, headers)
    },
  })
}

function failure(error: string): PaymentResponse {
  return { success: false, orderNumber: null, error }
}

function keyOf(sourceId: string): string {
  return `source-${createHash('sha256').update(sourceId).digest('base64url')}`
}
