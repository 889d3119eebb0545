import { AppError } from '#server/platform/errors.ts'
import { type Fields, formKey, typedLine } from '#server/platform/http/form-fields.ts'
import type { OrderProblem } from './order-desk.service.ts'

/** Sentences for what an order's forms may run into. */
export const ORDER_PROBLEMS: Record<OrderProblem, string> = {
  too_late: 'It was marked as shipped more than an hour ago, so that can no longer be undone.',
  mail_sent: 'The customer’s shipping email went out in the meantime. Decide whether to correct it.',
  not_found: 'This order or email doesn’t exist.',
  wrong_state: 'The order has changed since you opened it, so this is no longer possible.',
  too_much: 'That’s more than can still be refunded. Nothing was changed.',
  no_card: 'No card was charged for this order. Refund it the way it was paid.',
  nothing_changed: 'Nothing was changed.',
  refunded_since:
    'Nothing was refunded: another refund was made since you opened this page. Check the amounts and send it again if they’re right.',
  restocks_shipped:
    'Nothing was refunded: items that have shipped go back in stock when you receive their return, not with a refund.',
  not_returned: 'Nothing was refunded: that’s more than came back with this return.',
  nothing_open: 'There’s nothing left to ship in this order.',
  not_a_part: 'Choose some of the items, and leave some for later.',
  other_balance:
    'The customer wasn’t asked: the amount has changed since you opened this page. Check it, and try again.',
  no_balance:
    'The customer has paid in the meantime, or the request was withdrawn or has expired. Nothing was changed.',
  other_change:
    'Nothing was changed: the order or a price has changed since you opened this page. Check it, and try again.',
  items_since:
    'Nothing was changed: the items, or what the customer was asked for, have changed since you opened this page. Check them, and choose again.',
  tracking_since:
    'Nothing was changed: another tracking number was saved since you opened this page. Check it, and try again.',
  note_since: 'Nothing was changed: another note was saved since you opened this page. Check it, and try again.',
  rest_since:
    'Nothing was canceled: the amount to refund has changed since you opened this page. Check it, and cancel again if it’s right.',
  sold_out: 'Nothing was changed: there are not enough bottles left in stock.',
  has_return: 'A return is recorded for this order, so it has shipped. Nothing was changed.',
}

export const reasonField = typedLine.refine(
  ({ length }) => length >= 1 && length <= 150,
  'Give a reason of 150 characters or fewer.',
)

/** The idempotency key that every rendering of an order's page puts in its forms. */
export function readFormKey(sent: Fields): string {
  const { data } = formKey.safeParse(sent.formKey)
  if (!data) throw new AppError('invalid_request', 'The form was incomplete. Open the order and try again.', 400)
  return data
}
