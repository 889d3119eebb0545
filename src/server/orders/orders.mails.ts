import { z } from 'zod'
import { formatCents } from '#domain/money/cents.ts'
import {
  type Arrival,
  arrivalAfterShipping,
  arrivalOf,
  arrivalText,
  type StatedDelivery,
} from '#domain/orders/delivery-estimate.ts'
import { trackingUrl } from '#domain/orders/tracking-url.ts'
import { parseState, type StateCode, US_STATES } from '#domain/orders/us-states.ts'
import { fillPlaceholders } from '#domain/texts/placeholders.ts'
import { calendarDate } from '#domain/time/display.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { type MailBlock, type MailFacts, ownNote, plainWords } from '#server/platform/mail/mail-content.ts'

const cents = z.int().min(0)
/** What every email about an order says. */
export const orderPayload = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  /** The buyer's page of this order, for example '/order/<token>'. */
  orderPath: z.string().startsWith('/').optional(),
})
type OrderMail = z.infer<typeof orderPayload>

/** Emails that were enqueued earlier have neither of these. */
const shopDate = z.iso.date()
const stateCode = z.string().transform((text) => parseState(text))

export const orderConfirmationMail = defineMail({
  name: 'order-confirmation',
  payload: orderPayload.extend({
    lines: z.array(
      z.object({ name: z.string(), size: z.string().nullable(), quantity: z.int().min(1), priceCents: cents }),
    ),
    subtotalCents: cents,
    discountCents: cents,
    shippingCents: cents,
    taxCents: cents,
    totalCents: cents,
    /** The address as printed on the package, line by line. */
    shipTo: z.array(z.string()),
    orderedOn: shopDate.optional(),
    state: stateCode.optional(),
  }),
  content(order, facts) {
    const totals = [
      { label: 'Subtotal', value: formatCents(order.subtotalCents) },
      ...(order.discountCents > 0 ? [{ label: 'Discount', value: formatCents(-order.discountCents) }] : []),
      { label: 'Shipping', value: order.shippingCents === 0 ? 'Free' : formatCents(order.shippingCents) },
      { label: 'Sales tax', value: formatCents(order.taxCents) },
      { label: 'Total', value: formatCents(order.totalCents), isSum: true },
    ]
    const { email } = facts.words('mail-order-confirmation')
    const fill = filler(order, { total: formatCents(order.totalCents) })
    return {
      subject: fill(email.subject),
      preview: fill(email.preview),
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(email.heading),
      blocks: [
        { kind: 'text', text: fill(email.intro) },
        {
          kind: 'rows',
          rows: order.lines.map(({ name, size, quantity, priceCents }) => ({
            label: `${quantity} × ${name}${size ? `, ${size}` : ''}`,
            value: formatCents(quantity * priceCents),
          })),
        },
        { kind: 'rows', rows: totals },
        { kind: 'lines', title: 'Shipping address', lines: order.shipTo.map((line) => plainWords(line, '…')) },
        ...usuallyArrives(order.orderedOn, order.state, facts, arrivalOf),
        ...orderLink(order, facts),
        { kind: 'text', text: fill(email.end) },
        ...ownNote(fill(email.note)),
      ],
    }
  },
})

/** "Usually arrives Thu, Nov 19 to Sat, Nov 21 in Utah.", if the owner wants it said. */
function usuallyArrives(
  day: string | undefined,
  state: StateCode | undefined,
  { shop: { delivery } }: MailFacts,
  arrival: (delivery: StatedDelivery, day: string, state: StateCode) => Arrival,
): MailBlock[] {
  if (!day || !state || !delivery) return []
  const text = arrivalText(arrival(delivery, day, state))
  return [{ kind: 'text', text: `Usually arrives ${text} in ${US_STATES[state]}.` }]
}

export const paymentPendingMail = defineMail({
  name: 'payment-pending',
  payload: orderPayload.extend({ totalCents: cents }),
  content(order, facts) {
    return {
      subject: `Order ${order.orderNumber}: your payment is being confirmed`,
      preview: 'You need not do anything, and please do not pay again.',
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

/** After the desk has corrected an address, a name, an email address or a phone number. */
export const addressChangedMail = defineMail({
  name: 'address-changed',
  payload: orderPayload.extend({
    shipTo: z.array(z.string()),
    /** Refunded, because the new state's sales tax is less. */
    refundedTaxCents: cents.optional(),
  }),
  content(order, facts) {
    return {
      subject: `Order ${order.orderNumber}: we updated your details`,
      preview: 'Please check where your order ships to.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'We updated your details',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, we’ve updated the details of your order. Please check that they’re right.`,
        },
        { kind: 'lines', title: 'Shipping address', lines: order.shipTo.map((line) => plainWords(line, '…')) },
        ...refundedTax(order),
        { kind: 'text', text: `If anything is wrong, write to ${facts.shop.email} before it ships.` },
        ...orderLink(order, facts),
      ],
    }
  },
})

export const shippedMail = defineMail({
  name: 'shipped',
  payload: orderPayload.extend({
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    /** True if an earlier email had other tracking details. */
    isCorrection: z.boolean().optional(),
    /** Of an order in several packages: what is in this one, and what follows. */
    items: z.array(z.string()).optional(),
    follows: z.array(z.string()).optional(),
    shippedOn: shopDate.optional(),
    state: stateCode.optional(),
    /** Signed links to review the products bought. */
    reviews: z.array(z.object({ name: z.string(), path: z.string().startsWith('/') })).optional(),
  }),
  content(order, facts) {
    const tracking = [
      ...(order.carrier ? [{ label: 'Carrier', value: order.carrier }] : []),
      ...(order.trackingNumber ? [{ label: 'Tracking number', value: order.trackingNumber }] : []),
    ]
    const trackUrl = trackingUrl(order.carrier, order.trackingNumber)
    const correction = `Our last email had the wrong tracking details; ${tracking.length > 0 ? 'here are the right ones.' : 'please ignore them.'}`
    const { email } = facts.words('mail-shipped')
    const fill = filler(order)
    return {
      subject: order.isCorrection
        ? `Order ${order.orderNumber}: corrected tracking`
        : order.items
          ? `${order.follows?.length ? 'Part' : 'The rest'} of order ${order.orderNumber} is on its way`
          : fill(email.subject),
      preview: fill(email.preview),
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(email.heading),
      blocks: [
        {
          kind: 'text',
          text: order.isCorrection
            ? `Hello ${nameOf(order)}, your order is on its way. ${correction}`
            : fill(email.intro),
        },
        ...packageItems(order),
        ...usuallyArrives(order.shippedOn, order.state, facts, arrivalAfterShipping),
        ...(tracking.length > 0 ? [{ kind: 'rows' as const, rows: tracking }] : []),
        ...(trackUrl ? [{ kind: 'button' as const, label: fill(email.track), url: trackUrl }] : []),
        ...orderLink(order, facts),
        { kind: 'text', text: fill(email.care) },
        ...ownNote(fill(email.note)),
        ...(order.reviews ?? []).map(({ name, path }) => ({
          kind: 'button' as const,
          label: `Review ${name}`,
          url: new URL(path, facts.shop.websiteUrl).href,
        })),
      ],
    }
  },
})

/** Takes back the email about a package that has not left yet. */
export const notShippedMail = defineMail({
  name: 'not-shipped',
  payload: orderPayload.extend({
    /** Of an order in several packages: the others have shipped. */
    isPart: z.boolean().optional(),
  }),
  content(order, facts) {
    return {
      subject: `Order ${order.orderNumber} hasn’t shipped yet`,
      preview: 'Our last email was too early.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: 'Not on its way yet',
      blocks: [
        {
          kind: 'text',
          text: `Hello ${nameOf(order)}, our last email was too early: ${order.isPart ? 'that part of your order' : 'your order'} hasn’t shipped yet. Please ignore any tracking details in it. We’ll email you when it ships.`,
        },
        ...orderLink(order, facts),
      ],
    }
  },
})

/** The notice that 16 CFR 435 requires for a delayed shipment: the new date or the reason, and what no reply means. */
export const delayedMail = defineMail({
  name: 'delayed',
  payload: orderPayload.extend({
    /** New ship-by date such as 2026-03-04; null if unknown. */
    shipBy: z.iso.date().nullable(),
    reason: z.string().nullable(),
    /** True if no reply means that the buyer does not want to wait. */
    needsConsent: z.boolean(),
    /** Part of the order has shipped, and this is about the rest. */
    isRest: z.boolean().optional(),
  }),
  content(order, facts) {
    const { email } = facts.shop
    const { email: words } = facts.words('mail-delayed')
    const fill = filler(order)
    const day = order.shipBy
      ? `We now expect to ship it by ${calendarDate(order.shipBy)}.`
      : 'We don’t know yet when it will ship. We’ll email you as soon as we do.'
    const canceled = order.isRest
      ? 'cancel what hasn’t shipped and refund it in full'
      : 'cancel the order and refund you in full'
    const silence = order.needsConsent
      ? `If you want to wait for it, please write to ${email}. If we don’t hear from you, we’ll ${canceled}.`
      : `If you want to wait for it, you don’t need to do anything. If not, write to ${email} before it ships: we’ll cancel it at no cost and refund ${order.isRest ? 'what hasn’t shipped' : 'you'} in full.`
    return {
      subject: fill(words.subject),
      preview: fill(words.preview),
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(words.heading),
      blocks: [
        { kind: 'text', text: fill(words.intro) },
        ...(order.reason ? [{ kind: 'text' as const, text: `The reason: ${order.reason}` }] : []),
        { kind: 'text', text: day },
        {
          kind: 'text',
          text: order.isRest ? silence : `${silence} Until it is packed you can also cancel it yourself, on its page.`,
        },
        ...orderLink(order, facts),
        ...ownNote(fill(words.note)),
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

export const cancelledMail = defineMail({
  name: 'cancelled',
  payload: orderPayload.extend({
    /** Amount refunded to the card; 0 if none was charged. */
    refundCents: cents,
    /** True if part of it was refunded before. */
    isRest: z.boolean(),
  }),
  content(order, facts) {
    const { refundCents, isRest } = order
    const amount = formatCents(refundCents)
    const money =
      refundCents > 0
        ? `${amount} goes back to the card you paid with${isRest ? '; with what you had back before, that is all you paid' : ''}. Banks usually take 2 to 7 business days to show it.`
        : 'What you paid for it comes back to you the way you paid it.'
    const { email } = facts.words('mail-cancelled')
    const fill = filler(order)
    return {
      subject: fill(email.subject),
      preview: refundCents > 0 ? `${amount} goes back to your card.` : 'Nothing will be sent.',
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(email.heading),
      blocks: [
        { kind: 'text', text: fill(email.intro) },
        { kind: 'text', text: money },
        ...orderLink(order, facts),
        ...ownNote(fill(email.note)),
      ],
    }
  },
})

const WHY_RETURNED = {
  'late-payment':
    "we told you that no payment was taken for this order. Your bank has now charged your card after all, so we're refunding it in full.",
  'second-payment':
    "your card was charged a second time for this order, so we're refunding the second payment in full.",
  'wrong-amount':
    "your card was charged a different amount than your order, so we've closed the order and we're refunding the payment in full.",
  'other-amount':
    "your card was charged a different amount than we asked you for, so we're refunding the payment in full.",
  'not-due': "your card was charged for something you no longer have to pay, so we're refunding the payment in full.",
} as const

export const paymentReturnedMail = defineMail({
  name: 'payment-returned',
  payload: orderPayload.extend({
    refundCents: cents,
    why: z.enum(['late-payment', 'second-payment', 'wrong-amount', 'other-amount', 'not-due']),
    /** The order is paid by another payment and will ship. */
    isOrderPaid: z.boolean(),
  }),
  content(order, { shop }) {
    const amount = formatCents(order.refundCents)
    return {
      subject: `Order ${order.orderNumber}: we're refunding ${amount}`,
      preview: `${amount} is going back to your card. You don't need to do anything.`,
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
            ? "Your order itself isn't affected."
            : "This order stays closed and won't ship. If you ordered again, that order isn't affected.",
        },
        { kind: 'button', label: 'Back to the shop', url: shop.websiteUrl },
      ],
    }
  },
})

/** Fills in what every text about an order may name, and what this one may. */
function filler(order: OrderMail, more: Readonly<Record<string, string>> = {}): (text: string) => string {
  const values = { order: order.orderNumber, name: nameOf(order), ...more }
  return (text) => fillPlaceholders(text, values)
}

function refundedItems({ items = [], withShipping = false }: RefundedItemsMail): MailBlock[] {
  const lines = [
    ...items.map(({ name, size, quantity }) => `${quantity} × ${name}${size ? `, ${size}` : ''}`),
    ...(withShipping ? ['Shipping'] : []),
  ]
  return lines.length > 0 ? [{ kind: 'lines', title: 'What we refunded', lines }] : []
}

/** What is in one of several packages, and what comes later. */
function packageItems({
  items,
  follows,
}: {
  items?: string[] | undefined
  follows?: string[] | undefined
}): MailBlock[] {
  if (!items) return []
  const inIt: MailBlock = { kind: 'lines', title: 'In this package', lines: items }
  if (!follows || follows.length === 0) return [inIt]
  return [
    inIt,
    { kind: 'lines', title: 'Still to come', lines: follows },
    { kind: 'text', text: 'The rest ships separately, at no extra cost. We’ll email you when it does.' },
  ]
}

function refundedTax({ refundedTaxCents }: { refundedTaxCents?: number | undefined }): MailBlock[] {
  if (!refundedTaxCents) return []
  const amount = formatCents(refundedTaxCents)
  const text = `The sales tax there is lower, so ${amount} goes back to the card you paid with. Banks usually take 2 to 7 business days to show it.`
  return [{ kind: 'text', text }]
}

export function nameOf({ firstName }: OrderMail): string {
  return plainWords(firstName, 'there')
}

export function orderLink({ orderPath }: OrderMail, { shop }: MailFacts): MailBlock[] {
  return orderPath ? [{ kind: 'button', label: 'See your order', url: new URL(orderPath, shop.websiteUrl).href }] : []
}
