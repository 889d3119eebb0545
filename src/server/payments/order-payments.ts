import type { OrderPayments } from '#server/orders/order-payments.ts'
import { findAttempt, findAttemptOfRequest, listAttempts } from './payments.queries.ts'
import { listRefundLines, listRefundsOfOrder } from './refunds.queries.ts'
import { requestRefund } from './request-refund.ts'
import { listReturnsOfOrder } from './stray-refunds.queries.ts'
import { restOf, withdrawBalance } from './taken-payments.ts'

export const orderPayments: OrderPayments = {
  findAttempt,
  findAttemptOfRequest,
  listAttempts,
  listRefundLines,
  listRefundsOfOrder,
  listReturnsOfOrder,
  requestRefund,
  restOf,
  withdrawBalance,
}
