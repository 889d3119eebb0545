import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import { calendarDate } from '#domain/time/display.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { plainWords } from '#server/platform/mail/mail-content.ts'
import { changeBlocks, itemChange } from './item-change.mails.ts'
import { nameOf, orderLink, orderPayload } from './order-mail.ts'

const cents = z.int().min(1)

/** What is paid for: one of the two. */
const subjectPayload = {
  /** The state whose sales tax it is, by its name. */
  stateName: z.string().optional(),
  change: itemChange.optional(),
}

/** Asks for what another state's sales tax is more, or what items that are added come to. */
export const balanceRequestedMail = defineMail({
  name: 'balance-requested',
  payload: orderPayload.extend({
    amountCents: cents,
    ...subjectPayload,
    /** The last day on which it can be paid, such as 2026-03-04. */
    payBy: z.iso.date(),
    payPath: z.string().startsWith('/'),
    /** The new address, line by line, if this email is also the one about that. */
    shipTo: z.array(z.string()).optional(),
  }),
  content(order, { shop }) {
    const amount = formatCents(order.amountCents)
    const { change, stateName = '' } = order
    return {
      subject: `Order ${order.orderNumber}: please pay ${amount} ${change ? 'to change your order' : 'in sales tax'}`,
      preview: change
        ? `We’ll change your order once you’ve paid ${amount}.`
        : `Sales tax in ${stateName} is ${amount} more than you paid.`,
      eyebrow: `Order ${order.orderNumber}`,
      heading: `${amount} is left to pay`,
      blocks: [
        {
          kind: 'text',
          text: change
            ? `Hello ${nameOf(order)}, we’ll change your order as below once you’ve paid ${amount}. If you don’t, it ships as you ordered it.`
            : `Hello ${nameOf(order)}, your order now ships to ${stateName}. Sales tax there is ${amount} more than you paid.`,
        },
        ...(change ? changeBlocks(change, [{ label: 'To pay', value: amount, isSum: true }]) : []),
        ...(order.shipTo
          ? [
              {
                kind: 'lines' as const,
                title: 'Shipping address',
                lines: order.shipTo.map((line) => plainWords(line, '…')),
              },
            ]
          : []),
        { kind: 'text', text: `You can pay it by card until ${calendarDate(order.payBy)}.` },
        { kind: 'button', label: `Pay ${amount}`, url: new URL(order.payPath, shop.websiteUrl).href },
        { kind: 'text', text: `If anything is wrong, write to ${shop.email} before it ships.` },
      ],
    }
  },
})

/** The receipt. */
export const balancePaidMail = defineMail({
  name: 'balance-paid',
  payload: orderPayload.extend({
    amountCents: cents,
    ...subjectPayload,
    card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  }),
  content(order, facts) {
    const amount = formatCents(order.amountCents)
    const card = order.card ? `${order.card.brand} ending in ${order.card.last4}` : 'Card'
    const { change } = order
    return {
      subject: `Order ${order.orderNumber}: we received ${amount}`,
      preview: 'Thank you. There’s nothing left to pay.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'Thank you for your payment',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, we received your payment${change ? ' and changed your order' : ''}. There’s nothing left to pay.`,
        },
        ...(change
          ? changeBlocks(change, [
              { label: 'Paid', value: amount, isSum: true },
              { label: 'Paid by', value: card },
            ])
          : [
              {
                kind: 'rows' as const,
                rows: [
                  { label: `Sales tax, ${order.stateName ?? ''}`, value: amount },
                  { label: 'Paid by', value: card },
                ],
              },
            ]),
        ...orderLink(order, facts),
      ],
    }
  },
})

/** The payment was looked for, and there was none. */
export const balanceNotTakenMail = defineMail({
  name: 'balance-not-taken',
  payload: orderPayload.extend({ amountCents: cents }),
  content(order, facts) {
    const amount = formatCents(order.amountCents)
    return {
      subject: `Order ${order.orderNumber}: no payment was taken`,
      preview: `Your payment of ${amount} didn’t go through.`,
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'No payment was taken',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, your payment of ${amount} didn’t go through, and nothing was charged for it. You can pay on your order page. The order itself isn’t affected.`,
        },
        { kind: 'text', text: 'Your bank may show the amount as pending for a few days; it will drop off on its own.' },
        ...orderLink(order, facts),
      ],
    }
  },
})
