import { isStillHere } from './parcel.ts'

type OrderMail = { id: string; template: string }

/**
 * Whether what a mail says of its order holds at present: otherwise, sent again, it would lead its buyer astray. The
 * mails are those of the order, the oldest first.
 */
export function holdsStill(mail: OrderMail, orderState: string, mails: readonly OrderMail[]): boolean {
  switch (mail.template) {
    case 'payment-pending':
      return orderState === 'pending_payment'
    case 'payment-not-taken':
      return orderState === 'payment_failed'
    case 'delayed':
      return isStillHere(orderState) && mails.findLast(({ template }) => template === 'delayed')?.id === mail.id
    default:
      return true
  }
}
