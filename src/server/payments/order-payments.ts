import {
  findAttempt,
  listAttempts,
  listEventsAbout,
  listRefunds,
  listRefundsOfOrder,
} from '#server/db/payments.queries.ts'
import type { OrderPayments } from '#server/orders/order-payments.ts'
import { requestRefund } from '#server/services/refunds.ts'

export const orderPayments: OrderPayments = {
  findAttempt,
  listAttempts,
  listRefunds,
  listRefundsOfOrder,
  listEventsAbout,
  requestRefund,
}
