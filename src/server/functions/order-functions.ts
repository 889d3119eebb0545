import type { Hono } from 'hono'
import { createElement } from 'react'
import * as z from 'zod/mini'
import { orderStatusRequest } from '#contract/checkout.ts'
import { emailAddress } from '#contract/email-address.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { CancelOrderResponse, FindOrderResponse } from '#contract/order-view.ts'
import { isOrderNumber } from '#domain/order-number.ts'
import { noSoonerThan } from '#server/platform/http/constant-time-floor.ts'
import { FormFailed } from '#server/platform/http/form-failed.tsx'
import { type FunctionParts, jsonFunction } from '#server/platform/http/json-function.ts'
import { isForm } from '#server/platform/http/read-form.ts'
import type { CheckoutService } from '#server/services/checkout.ts'
import type { OrderService } from '#server/services/orders.ts'
import { isWeakSecret } from '#server/weak-secret.ts'

/** A page that waits for its payment asks every few seconds. */
const OFTEN = { count: 60, perMs: 60_000 }
/** Numbers have 58 bits, so this is about politeness. */
const SELDOM = { count: 10, perMs: 10 * 60_000 }
const SAME_TIME_MS = 80

/** Below 128 bits in the tightest spelling, Base64, an id may be guessed. */
const MIN_SECRET_ID_LENGTH = 22

/**
 * What became of a checkout. The number and the page of the order go only to whoever holds an id that nobody can guess,
 * as our page makes them; a caller with an id such as 12345678 still learns whether it was charged.
 */
export function orderStatus({ checkout, ...parts }: FunctionParts & { checkout: CheckoutService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'order-status',
    perAddress: OFTEN,
    failure: (error) => ({ error }),
    failureMessage: MESSAGES.paymentPending,
    async run(body, c) {
      const request = orderStatusRequest.safeParse(body)
      if (!request.success) return c.json({ error: 'Invalid request' }, 400, forApi)
      const { checkoutId } = request.data
      const status = await checkout.statusOf(checkoutId)
      return c.json(isGuessable(checkoutId) ? { ...status, orderNumber: null, orderPath: null } : status, 200, forApi)
    },
  })
}

function isGuessable(checkoutId: string): boolean {
  return checkoutId.length < MIN_SECRET_ID_LENGTH || isWeakSecret(checkoutId)
}

const findOrderRequest = z.object({
  orderNumber: z.string().check(z.maxLength(100)),
  email: z.string().check(z.maxLength(1000)),
})

/** Wrong number, wrong address, no such order: one answer, after the same time. Works without a script as well. */
export function findOrder({ orders, ...parts }: FunctionParts & { orders: OrderService }): Hono {
  const { forApi } = parts.securityHeaders
  const failure = (error: string): FindOrderResponse => ({ orderPath: null, error })
  return jsonFunction(parts, {
    name: 'find-order',
    perAddress: SELDOM,
    failure,
    failurePage: (message) =>
      createElement(FormFailed, { title: 'Track an order', eyebrow: 'Your order', message, formPath: '/order' }),
    failureMessage: MESSAGES.orderLookupFailed,
    async run(body, c, fail) {
      const request = findOrderRequest.safeParse(body)
      if (!request.success) return fail('Invalid request', 400)
      const number = request.data.orderNumber.trim().toUpperCase()
      const email = emailAddress.safeParse(request.data.email)
      const path = await noSoonerThan(SAME_TIME_MS, async () =>
        isOrderNumber(number) && email.success ? orders.findPath(number, email.data) : undefined,
      )
      if (!path) return fail(MESSAGES.orderNotFound, 404)
      if (isForm(c.req.raw)) return new Response(null, { status: 303, headers: { ...forApi, location: path } })
      return c.json({ orderPath: path, error: null } satisfies FindOrderResponse, 200, forApi)
    },
  })
}

const cancelOrderRequest = z.object({ token: z.string().check(z.maxLength(100)) })

export function cancelOrder({ orders, ...parts }: FunctionParts & { orders: OrderService }): Hono {
  const { forApi } = parts.securityHeaders
  const failure = (error: string): CancelOrderResponse => ({ success: false, error })
  return jsonFunction(parts, {
    name: 'cancel-order',
    perAddress: SELDOM,
    failure,
    failureMessage: MESSAGES.orderLookupFailed,
    async run(body, c) {
      const request = cancelOrderRequest.safeParse(body)
      if (!request.success) return c.json(failure('Invalid request'), 400, forApi)
      if (!(await orders.cancel(request.data.token))) return c.json(failure(MESSAGES.orderNotCancellable), 409, forApi)
      return c.json({ success: true, error: null } satisfies CancelOrderResponse, 200, forApi)
    },
  })
}
