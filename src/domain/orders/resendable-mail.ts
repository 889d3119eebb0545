import { awaitsPayment, isPartlyShipped, isUnpaid, isUnshipped } from './order-questions.ts'
import type { OrderState } from './order-states.ts'

type OrderMail = { id: string; template: string }

/**
 * Returns true if the email still describes its order correctly; otherwise resending it would mislead the buyer.
 * `mails` are all emails of the order, oldest first.
 */
export function isStillValid(mail: OrderMail, orderState: OrderState, mails: readonly OrderMail[]): boolean {
  switch (mail.template) {
    case 'payment-pending':
      return awaitsPayment(orderState)
    case 'payment-not-taken':
      return isUnpaid(orderState)
    case 'shipped':
      return hasLeft(orderState) && mails.findLast(({ template }) => template === mail.template)?.id === mail.id
    case 'order-confirmation':
      // It lists items that were removed since, which the later email explains.
      return mails.every(({ template }) => template !== 'items-removed' && template !== 'items-changed')
    case 'not-shipped':
    case 'delayed':
    case 'address-changed':
    case 'items-removed':
    case 'items-changed':
      return isUnshipped(orderState) && mails.findLast(({ template }) => template === mail.template)?.id === mail.id
    // Resent from its return's page, while that is expected.
    case 'return-instructions':
    // Resent with its own button, while it can be paid.
    case 'balance-requested':
    case 'balance-not-taken':
      return false
    default:
      return true
  }
}

function hasLeft(state: OrderState): boolean {
  return !isUnshipped(state) || isPartlyShipped(state)
}
