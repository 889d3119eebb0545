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
import { calendarDate } from '#domain/time/display.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { type MailBlock, type MailFacts, ownNote, plainWords } from '#server/platform/mail/mail-content.ts'
import { cents, filler, nameOf, orderLink, orderPayload } from './order-mail.ts'

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
    // The owner's words are about a whole order.
    const part = order.items && (order.follows?.length ? 'Part' : 'The rest')
    const { email } = facts.words('mail-shipped')
    const fill = filler(order)
    return {
      subject: order.isCorrection
        ? `Order ${order.orderNumber}: corrected tracking`
        : part
          ? `${part} of order ${order.orderNumber} is on its way`
          : fill(email.subject),
      preview: part ? `${part} of your order has shipped.` : fill(email.preview),
      eyebrow: `Order ${order.orderNumber}`,
      heading: fill(email.heading),
      blocks: [
        {
          kind: 'text',
          text: order.isCorrection
            ? `Hello ${nameOf(order)}, your order is on its way. ${correction}`
            : part
              ? `Hello ${nameOf(order)}, ${part.toLowerCase()} of your order has shipped.`
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
          text: order.isRest
            ? silence
            : `${silence} Until it’s packed, you can also cancel it yourself on your order page.`,
        },
        ...orderLink(order, facts),
        ...ownNote(fill(words.note)),
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
        ? `${amount} goes back to the card you paid with${isRest ? '. With your earlier refund, that’s everything you paid' : ''}. Banks usually take 2 to 7 business days to show it.`
        : 'We’ll refund you the same way you paid.'
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
