import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import { RETURN_REASONS, type ReturnReason } from '#domain/money/return-reasons.ts'
import { cents, filler, nameOf, orderLink, orderPayload } from '#server/orders/order-mail.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { type MailBlock, ownNote } from '#server/platform/mail/mail-content.ts'

export const paymentPendingMail = defineMail({
  name: 'payment-pending',
  payload: orderPayload.extend({ totalCents: cents }),
  content(order, facts) {
    return {
      subject: `Order ${order.orderNumber}: your payment is being confirmed`,
      preview: 'You don’t need to do anything. Please don’t pay again.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'Your payment is being confirmed',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, we haven’t heard yet whether your payment of ${formatCents(order.totalCents)} went through. We’re checking; this usually takes a few minutes.`,
        },
        {
          kind: 'text',
          text: 'Please don’t pay again. We’ll let you know either way: with a confirmation, or with a note that nothing was charged.',
        },
        ...orderLink(order, facts),
      ],
    }
  },
})

export const paymentNotTakenMail = defineMail({
  name: 'payment-not-taken',
  payload: orderPayload,
  content(order, { shop }) {
    return {
      subject: `Order ${order.orderNumber}: no payment was taken`,
      preview: 'Nothing was charged; the order is closed.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'No payment was taken',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, your payment didn’t go through and nothing was charged. We’ve closed the order; a discount code you used works again.`,
        },
        { kind: 'text', text: 'Your bank may show the amount as pending for a few days; it will drop off on its own.' },
        { kind: 'button', label: 'Back to the shop', url: shop.websiteUrl },
      ],
    }
  },
})

const WHY_RETURNED = {
  'late-payment':
    'we told you that no payment was taken for this order. Your bank has now charged your card after all, so we’re refunding it in full.',
  'second-payment':
    'your card was charged a second time for this order, so we’re refunding the second payment in full.',
  'wrong-amount':
    'your card was charged a different amount than your order, so we’ve closed the order and we’re refunding the payment in full.',
  'other-amount':
    'your card was charged a different amount than we asked you for, so we’re refunding the payment in full.',
  'not-due': 'your card was charged for something you no longer have to pay, so we’re refunding the payment in full.',
} as const satisfies Record<ReturnReason, string>

export const paymentReturnedMail = defineMail({
  name: 'payment-returned',
  payload: orderPayload.extend({
    refundCents: cents,
    why: z.enum(RETURN_REASONS),
    /** The order is paid by another payment and will ship. */
    isOrderPaid: z.boolean(),
  }),
  content(order, { shop }) {
    const amount = formatCents(order.refundCents)
    return {
      subject: `Order ${order.orderNumber}: we’re refunding ${amount}`,
      preview: `${amount} is going back to your card. You don’t need to do anything.`,
      eyebrow: `Order ${order.orderNumber}`,
      heading: `${amount} is on its way back`,
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, ${WHY_RETURNED[order.why]} ${amount} goes back to the card you paid with. Banks usually take 2 to 7 business days to show it.`,
        },
        {
          kind: 'text',
          text: order.isOrderPaid
            ? 'Your order itself isn’t affected.'
            : 'This order stays closed and won’t ship. If you ordered again, that order isn’t affected.',
        },
        { kind: 'button', label: 'Back to the shop', url: shop.websiteUrl },
      ],
    }
  },
})

type RefundedItemsMail = {
  items?: { name: string; size: string | null; quantity: number }[] | undefined
  withShipping?: boolean | undefined
}

export const refundedMail = defineMail({
  name: 'refunded',
  payload: orderPayload.extend({
    refundCents: cents,
    isComplete: z.boolean(),
    /** The refunded items; none if an amount was refunded. */
    items: z.array(z.object({ name: z.string(), size: z.string().nullable(), quantity: z.int() })).optional(),
    withShipping: z.boolean().optional(),
  }),
  content(order, facts) {
    const { email } = facts.words('mail-refunded')
    const fill = filler(order, { amount: formatCents(order.refundCents) })
    return {
      subject: fill(email.subject),
      preview: fill(email.preview),
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(email.heading),
      blocks: [
        { kind: 'text', text: fill(order.isComplete ? email.whole : email.part) },
        ...refundedItems(order),
        ...orderLink(order, facts),
        ...ownNote(fill(email.note)),
      ],
    }
  },
})

function refundedItems({ items = [], withShipping = false }: RefundedItemsMail): MailBlock[] {
  const lines = [
    ...items.map(({ name, size, quantity }) => `${quantity} × ${name}${size ? `, ${size}` : ''}`),
    ...(withShipping ? ['Shipping'] : []),
  ]
  return lines.length > 0 ? [{ kind: 'lines', title: 'What we refunded', lines }] : []
}
