import { awaitsPayment, isUnpaid, isUnshipped } from './order-questions.ts'
import type { OrderState } from './order-states.ts'

type OrderMail = { id: string; template: string }

/**
 * Whether what a mail says of its order holds at present: otherwise, sent again, it would lead its buyer astray. The
 * mails are those of the order, the oldest first.
 */
export function isStillValid(mail: OrderMail, orderState: OrderState, mails: readonly OrderMail[]): boolean {
  switch (mail.template) {
    case 'payment-pending':
      return awaitsPayment(orderState)
    case 'payment-not-taken':
      return isUnpaid(orderState)
    case 'delayed':
      return isUnshipped(orderState) && mails.findLast(({ template }) => template === 'delayed')?.id === mail.id
    default:
      return true
  }
}
