import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import type { MailBlock } from '#server/platform/mail/mail-content.ts'
import { mailedItems, named } from './order-items.mails.ts'
import { nameOf, orderLink, orderPayload } from './order-mail.ts'

/** What a change of items adds to each part of an order; negative for what it takes off. */
export const itemChange = z.object({
  added: mailedItems,
  removed: mailedItems,
  goodsCents: z.int(),
  discountCents: z.int(),
  shippingCents: z.int(),
  taxCents: z.int(),
})

type Rows = Extract<MailBlock, { kind: 'rows' }>['rows']

/** What is added and taken out, and what that comes to. */
export function changeBlocks(change: z.infer<typeof itemChange>, sums: Rows): MailBlock[] {
  const { added, removed, goodsCents, discountCents, shippingCents, taxCents } = change
  const parts: [label: string, cents: number][] = [
    ['Items', goodsCents],
    ['Discount', 0 - discountCents],
    ['Shipping', shippingCents],
    ['Sales tax', taxCents],
  ]
  const rows = parts.filter(([, cents]) => cents !== 0)
  return [
    { kind: 'lines', title: 'Added', lines: added.map(named) },
    ...(removed.length > 0 ? [{ kind: 'lines' as const, title: 'Removed', lines: removed.map(named) }] : []),
    { kind: 'rows', rows: [...rows.map(([label, cents]) => ({ label, value: formatCents(cents) })), ...sums] },
  ]
}

/** After items were exchanged for others that cost no more. */
export const itemsChangedMail = defineMail({
  name: 'items-changed',
  payload: orderPayload.extend({ change: itemChange, refundCents: z.int().min(0), kept: mailedItems }),
  content(order, facts) {
    const amount = formatCents(order.refundCents)
    const refund = `${amount} goes back to the card you paid with. Banks usually take 2 to 7 business days to show it.`
    return {
      subject: `Order ${order.orderNumber}: we changed your order`,
      preview: order.refundCents > 0 ? `${amount} goes back to your card.` : 'You have nothing more to pay.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'We changed your order',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, we’ve changed what’s in your order. ${order.refundCents > 0 ? refund : 'It costs the same as before.'}`,
        },
        ...changeBlocks(order.change, [{ label: 'Refund', value: amount, isSum: true }]),
        { kind: 'lines', title: 'What we’ll ship', lines: order.kept.map(named) },
        { kind: 'text', text: `If anything is wrong, write to ${facts.shop.email} before it ships.` },
        ...orderLink(order, facts),
      ],
    }
  },
})
