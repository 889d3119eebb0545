import type { Hono } from 'hono'
import { MESSAGES } from '#contract/messages.ts'
import { cancelOrderRequest, type CancelOrderResponse } from '#contract/order-requests.ts'
import { AppError } from '#server/platform/errors.ts'
import { type FunctionDeps, jsonFunction } from '#server/platform/http/json-function.ts'
import type { OrderService } from './buyer-order.service.ts'

const SELDOM = { count: 10, perMs: 10 * 60_000 }

export function cancelOrder({ orders, ...parts }: FunctionDeps & { orders: OrderService }): Hono {
  const { forApi } = parts.securityHeaders
  return jsonFunction(parts, {
    name: 'cancel-order',
    perAddress: SELDOM,
    schema: cancelOrderRequest,
    failure: ({ message }): CancelOrderResponse => ({ success: false, error: message }),
    failed: { message: MESSAGES.orderLookupFailed },
    async run({ token }, c) {
      if (!(await orders.cancel(token))) throw new AppError('not_cancellable', MESSAGES.orderNotCancellable, 409)
      return c.json({ success: true, error: null } satisfies CancelOrderResponse, 200, forApi)
    },
  })
}
