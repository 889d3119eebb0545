import type { Hono } from 'hono'
import * as z from 'zod/mini'
import { MESSAGES } from '#contract/messages.ts'
import type { CancelOrderResponse } from '#contract/order-view.ts'
import { type FunctionParts, jsonFunction } from '#server/platform/http/json-function.ts'
import type { OrderService } from './buyer-order.service.ts'

const SELDOM = { count: 10, perMs: 10 * 60_000 }

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
