import type { Hono } from 'hono'
import { orderStatusRequest } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { isWeakSecret } from '#server/platform/weak-secret.ts'
import type { CheckoutService } from './checkout.service.ts'

/** A page waiting for a payment polls every few seconds. */
const OFTEN = { count: 60, perMs: 60_000 }
/** Below 128 bits in the densest encoding, Base64, an id may be guessed. */
const MIN_SECRET_ID_LENGTH = 22

/**
 * The outcome of a checkout. The order's number and page are only returned for an unguessable ID, as created by our
 * page; a caller with an ID such as 12345678 only learns whether it was charged.
 */
export function orderStatus({ checkout, ...parts }: FunctionDeps & { checkout: CheckoutService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'order-status',
    perAddress: OFTEN,
    schema: orderStatusRequest,
    failure: ({ message }) => ({ error: message }),
    failed: { message: MESSAGES.paymentPending },
    async run({ checkoutId }, c) {
      const status = await checkout.statusOf(checkoutId)
      return c.json(isGuessable(checkoutId) ? { ...status, orderNumber: null, orderPath: null } : status, 200, forApi)
    },
  })
}

function isGuessable(checkoutId: string): boolean {
  return checkoutId.length < MIN_SECRET_ID_LENGTH || isWeakSecret(checkoutId)
}
