import type { Hono } from 'hono'
import { createElement } from 'react'
import { emailAddress } from '#contract/email-address.ts'
import { MESSAGES } from '#contract/messages.ts'
import { findOrderRequest, type FindOrderResponse } from '#contract/order-requests.ts'
import { isOrderNumber } from '#domain/orders/order-number.ts'
import { AppError } from '#server/platform/errors.ts'
import { constantTimeFloor } from '#server/platform/http/constant-time-floor.ts'
import { FormFailed } from '#server/platform/http/form-failed.tsx'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import { isForm } from '#server/platform/http/read-form.ts'
import type { OrderService } from './buyer-order.service.ts'

/** Numbers have 58 bits, so this is about politeness. */
const SELDOM = { count: 10, perMs: 10 * 60_000 }
const FLOOR_MS = 80

/** Wrong number, wrong address, no such order: one answer, after the same time. Works without a script as well. */
export function findOrder({ orders, ...parts }: FunctionDeps & { orders: OrderService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'find-order',
    perAddress: SELDOM,
    schema: findOrderRequest,
    failure: ({ message }): FindOrderResponse => ({ orderPath: null, error: message }),
    failurePage: (message) =>
      createElement(FormFailed, { title: 'Track an order', eyebrow: 'Your order', message, formPath: '/order' }),
    failed: { message: MESSAGES.orderLookupFailed },
    async run({ orderNumber, email: typedEmail }, c) {
      const number = orderNumber.trim().toUpperCase()
      const email = emailAddress.safeParse(typedEmail)
      const path = await constantTimeFloor(FLOOR_MS, async () =>
        isOrderNumber(number) && email.success ? orders.findPath(number, email.data) : undefined,
      )
      if (!path) throw new AppError('not_found', MESSAGES.orderNotFound, 404)
      if (isForm(c.req.raw)) return new Response(null, { status: 303, headers: { ...forApi, location: path } })
      return c.json({ orderPath: path, error: null } satisfies FindOrderResponse, 200, forApi)
    },
  })
}
