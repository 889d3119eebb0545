import * as z from 'zod/mini'
import { paymentRequest } from './checkout.ts'

/** POST /functions/v1/pay-balance: pays a request made after an order was bought. Same response as a payment. */
export const balancePayment = z.strictObject({
  /** Token of the order page. */
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The amount shown on the page; no other amount is charged. */
  requestId: z.uuid(),
  sourceId: paymentRequest.shape.sourceId,
})
export type BalancePayment = z.infer<typeof balancePayment>
