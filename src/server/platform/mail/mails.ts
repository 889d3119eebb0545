import { z } from 'zod'

const cents = z.int().min(0)
const order = z.object({
  orderNumber: z.string(),
  firstName: z.string(),
  /** The shopper's own page of this order, e.g. '/order/<token>'. */
  orderPath: z.string().startsWith('/').optional(),
})

/** What each mail needs to be written. A payload waits in the outbox as data, so it is checked again when it leaves. */
export const mailPayloads = {
  welcome: z.object({ discountCode: z.string(), unsubscribeToken: z.string() }),
  'order-confirmation': order.extend({
    lines: z.array(
      z.object({ name: z.string(), size: z.string().nullable(), quantity: z.int().min(1), priceCents: cents }),
    ),
    subtotalCents: cents,
    discountCents: cents,
    shippingCents: cents,
    taxCents: cents,
    totalCents: cents,
    /** The address as it goes on the parcel, line by line. */
    shipTo: z.array(z.string()),
  }),
  'payment-pending': order.extend({ totalCents: cents }),
  'payment-not-taken': order,
  shipped: order.extend({
    carrier: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    /** Whether the buyer had been told something else before. */
    isCorrection: z.boolean().optional(),
    /** Signed links to review what was bought. */
    reviews: z.array(z.object({ name: z.string(), path: z.string().startsWith('/') })).optional(),
  }),
  delayed: order.extend({
    /** The day by which it leaves now, such as 2026-03-04; null while nobody can say. */
    shipBy: z.iso.date().nullable(),
    reason: z.string().nullable(),
    /** Whether silence means that the buyer does not wait. */
    needsConsent: z.boolean(),
  }),
  refunded: order.extend({ refundCents: cents, isComplete: z.boolean() }),
  cancelled: order.extend({
    /** What goes back to the card; nothing does where none was charged. */
    refundCents: cents,
    /** Whether a part had gone back before. */
    isRest: z.boolean(),
  }),
  'payment-returned': order.extend({
    refundCents: cents,
    why: z.enum(['late-payment', 'second-payment', 'wrong-amount']),
    /** The order lives on another payment, and is shipped. */
    isOrderPaid: z.boolean(),
  }),
  'owner-alert': z.object({ title: z.string(), subject: z.string(), detail: z.string() }),
  /** Holds the link's id, not its token: see deskLinkToken. */
  'desk-link': z.object({ linkId: z.uuid() }),
  'desk-notice': z.object({
    event: z.enum([
      'wrong-passwords',
      'new-device',
      'recovery-code',
      'recovery-codes-new',
      'password-changed',
      'passkey-added',
    ]),
    at: z.iso.datetime(),
    device: z.string(),
    address: z.string(),
    /** Recovery codes left. */
    remaining: z.int().min(0).optional(),
  }),
  'review-received': z.object({ reviewerName: z.string(), productName: z.string().nullable() }),
} as const

export type MailTemplate = keyof typeof mailPayloads
export type MailPayload<T extends MailTemplate> = z.infer<(typeof mailPayloads)[T]>

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(mailPayloads, name)
}

/** A row of the outbox on its way out. */
export type OutgoingMail = { id: string; template: string; recipient: string; payload: unknown; attempts: number }

/** Marketing mail is the mail that carries a way out; every other one is about something its reader did. */
export function unsubscribeTokenOf({
  template,
  payload,
}: Pick<OutgoingMail, 'template' | 'payload'>): string | undefined {
  return template === 'welcome' ? mailPayloads.welcome.safeParse(payload).data?.unsubscribeToken : undefined
}
