import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { nameOf, orderLink, orderPayload } from './order-mail.ts'

export const mailedItems = z.array(
  z.object({ name: z.string(), size: z.string().nullable(), quantity: z.int().min(1) }),
)

/** After items were taken out of an order, once their money is on its way back. */
export const itemsRemovedMail = defineMail({
  name: 'items-removed',
  payload: orderPayload.extend({
    refundCents: z.int().min(1),
    removed: mailedItems,
    /** What still ships. */
    kept: mailedItems,
    /** Shipping that was free and was taken off the refund. */
    addedShippingCents: z.int().min(0),
  }),
  content(order, facts) {
    const amount = formatCents(order.refundCents)
    const { email } = facts.shop
    return {
      subject: `Order ${order.orderNumber}: we changed your order`,
      preview: `${amount} goes back to your card. The rest ships as planned.`,
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'We changed your order',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, we’ve removed items from your order. ${amount} goes back to the card you paid with. Banks usually take 2 to 7 business days to show it.`,
        },
        { kind: 'lines', title: 'Removed', lines: order.removed.map(named) },
        ...(order.addedShippingCents > 0
          ? [
              {
                kind: 'text' as const,
                text: `Without these items your order no longer qualifies for free shipping, so ${formatCents(order.addedShippingCents)} for shipping was taken off the refund.`,
              },
            ]
          : []),
        { kind: 'lines', title: 'What we’ll ship', lines: order.kept.map(named) },
        { kind: 'text', text: `If anything is wrong, write to ${email} before it ships.` },
        ...orderLink(order, facts),
      ],
    }
  },
})

export function named({ name, size, quantity }: z.infer<typeof mailedItems>[number]): string {
  return `${quantity} × ${name}${size ? `, ${size}` : ''}`
}
