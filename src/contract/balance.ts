import * as z from 'zod/mini'
import { paymentRequest } from './checkout.ts'

/** POST /functions/v1/pay-balance: pays what was asked for after an order was bought. Answers as a payment does. */
export const balancePayment = z.strictObject({
  /** Of the order's page. */
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  /** What is paid: the amount that was on the page, and no other. */
  requestId: z.uuid(),
  sourceId: paymentRequest.shape.sourceId,
})
export type BalancePayment = z.infer<typeof balancePayment>
