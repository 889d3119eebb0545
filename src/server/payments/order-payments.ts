import type { OrderPayments } from '#server/orders/order-payments.ts'
import { findAttempt, listAttempts, listRefundLines, listRefunds, listRefundsOfOrder } from './payments.queries.ts'
import { requestRefund } from './refunds.service.ts'

export const orderPayments: OrderPayments = {
  findAttempt,
  listAttempts,
  listRefundLines,
  listRefunds,
  listRefundsOfOrder,
  requestRefund,
}
