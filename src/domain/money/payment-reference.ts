import { isOrderNumber } from '../orders/order-number.ts'

/** The charge that bought the order. Later ones pay later requests. */
export const FIRST_ATTEMPT = 1

export type PaymentReference = { orderNumber: string; attemptNo: number }

const LATER = /^(.+)-([2-9]|[1-9]\d{1,3})$/

/**
 * What the provider stores with a payment: the order's number, and for a later charge its own number after that. So a
 * reference identifies exactly one charge, in whatever order things arrive.
 */
export function paymentReference({ orderNumber, attemptNo }: PaymentReference): string {
  return attemptNo === FIRST_ATTEMPT ? orderNumber : `${orderNumber}-${attemptNo}`
}

/** Undefined if the payment is not one of the shop's. */
export function readPaymentReference(text: string | undefined): PaymentReference | undefined {
  if (text === undefined) return undefined
  if (isOrderNumber(text)) return { orderNumber: text, attemptNo: FIRST_ATTEMPT }
  const [, orderNumber = '', attemptNo] = LATER.exec(text) ?? []
  return isOrderNumber(orderNumber) ? { orderNumber, attemptNo: Number(attemptNo) } : undefined
}
