import * as z from 'zod/mini'

/** POST /functions/v1/find-order. The response doesn't say which field was wrong. */
export const findOrderRequest = z.object({
  orderNumber: z.string().check(z.maxLength(100)),
  email: z.string().check(z.maxLength(1000)),
})
export const findOrderResponse = z.object({ orderPath: z.nullable(z.string()), error: z.nullable(z.string()) })
export type FindOrderResponse = z.infer<typeof findOrderResponse>

/** POST /functions/v1/cancel-order, with the token of the order's own page. */
export const cancelOrderRequest = z.object({ token: z.string().check(z.maxLength(100)) })
export const cancelOrderResponse = z.object({ success: z.boolean(), error: z.nullable(z.string()) })
export type CancelOrderResponse = z.infer<typeof cancelOrderResponse>
