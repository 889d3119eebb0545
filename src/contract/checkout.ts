import * as z from 'zod/mini'
import { MAX_QUANTITY } from '#domain/cart/cart.ts'
import { isZipOfState, parseState, US_STATES } from '#domain/orders/us-states.ts'
import { tidyLine } from '#domain/text/tidy.ts'
import { emailAddress } from './email-address.ts'
import { MESSAGES } from './messages.ts'

/** What the shop takes for an order; the database holds the same limits. */
export const MAX_LINES = 50
const MAX_TEXT = 100
const MAX_SOURCE_ID = 1024

/** NUL and its kin, and halves of characters: PostgreSQL cannot store them all, and no label printer prints them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}]/u
/** The order mail repeats names; an address in one would make our mail somebody's advertisement. */
const WEB_ADDRESS = /:\/\/|\bwww\./i
const PHONE = /^[\d ().+-]{7,20}$/

function line(label: string) {
  return z.string(`${label} is required.`).check(
    z.overwrite(tidyLine),
    z.refine((value) => Array.from(value).length <= MAX_TEXT, `${label} is too long: ${MAX_TEXT} characters at most.`),
    z.refine(
      (value) => !UNPRINTABLE.test(value) && !BIDI_CONTROL.test(value),
      `${label} holds characters that cannot be printed.`,
    ),
    z.refine((value) => !WEB_ADDRESS.test(value), `${label} cannot hold a web address.`),
  )
}

function required(label: string) {
  return line(label).check(z.refine((value) => VISIBLE.test(value), `${label} is required.`))
}

/** Null, left out and blank are the same: nothing was said. */
function optional<T extends z.core.$ZodType<string, string>>(schema: T) {
  return z.pipe(
    z.transform((value) =>
      value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? null : value,
    ),
    z.nullable(schema),
  )
}

/** Digits as a US number, +1XXXXXXXXXX, or as they stand with another country's code. */
export function normalisePhone(typed: string): string | undefined {
  if (!PHONE.test(typed)) return undefined
  const digits = typed.replaceAll(/\D/g, '')
  if (typed.trim().startsWith('+')) return digits.length >= 9 && digits.length <= 15 ? `+${digits}` : undefined
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : undefined
}

const fields = {
  email: emailAddress,
  firstName: required('First name'),
  lastName: required('Last name'),
  phone: optional(
    z.string(MESSAGES.phoneInvalid).check(
      z.refine((value) => normalisePhone(value) !== undefined, MESSAGES.phoneInvalid),
      z.overwrite((value) => normalisePhone(value) ?? value),
    ),
  ),
  line1: required('Address'),
  line2: optional(line('Apartment, suite')),
  city: required('City'),
  state: z.string(MESSAGES.stateInvalid).check(
    z.refine((value) => parseState(value) !== undefined, MESSAGES.stateInvalid),
    z.overwrite((value) => parseState(value) ?? value),
  ),
  zip: z.string(MESSAGES.zipInvalid).check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, MESSAGES.zipInvalid)),
  discountCode: optional(z.string().check(z.maxLength(1000), z.trim())),
}

/** Tax follows the state, so a ZIP code of another one is a slip or a trick. */
const zipIsOfState = z.superRefine<{ zip: string; state: string }>(({ zip, state }, context) => {
  const code = parseState(state)
  if (code && !isZipOfState(zip, code))
    context.addIssue({ code: 'custom', path: ['zip'], message: `This ZIP code is not in ${US_STATES[code]}.` })
})

const item = z.strictObject({
  productId: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
  quantity: z
    .int(MESSAGES.quantityInvalid)
    .check(z.minimum(1, MESSAGES.quantityInvalid), z.maximum(MAX_QUANTITY, MESSAGES.quantityInvalid)),
  /** Left out or null for a product of a single size. What is offered is the shop's to say. */
  size: z.nullish(z.string().check(z.maxLength(20))),
})
const items = z
  .array(item, MESSAGES.cartEmpty)
  .check(z.minLength(1, MESSAGES.cartEmpty), z.maxLength(MAX_LINES, MESSAGES.tooManyLines))

const address = z
  .strictObject({
    line1: fields.line1,
    line2: fields.line2,
    city: fields.city,
    state: fields.state,
    zip: fields.zip,
    country: z.literal('US', MESSAGES.countryInvalid),
  })
  .check(zipIsOfState)

/** POST /functions/v1/process-square-payment, strict: a price or a total sent along is refused, not ignored. */
export const paymentRequest = z.strictObject({
  items,
  customerInfo: z.strictObject({
    email: fields.email,
    firstName: fields.firstName,
    lastName: fields.lastName,
    phone: fields.phone,
  }),
  shippingAddress: address,
  discountCode: fields.discountCode,
  sourceId: z.string().check(z.minLength(1), z.maxLength(MAX_SOURCE_ID)),
  /** What the buyer saw last. A higher total is never charged without showing it first. */
  expectedTotalCents: z.optional(z.int().check(z.minimum(0))),
})
export type PaymentRequest = z.infer<typeof paymentRequest>
export type OrderedItem = PaymentRequest['items'][number]

/** POST /functions/v1/quote-order: the payment request as far as it is known, without the card. */
export const quoteRequest = z.strictObject({
  items,
  email: z.optional(z.nullable(z.string().check(z.maxLength(MAX_TEXT * 3)))),
  state: z.optional(z.nullable(z.string().check(z.maxLength(MAX_TEXT)))),
  discountCode: fields.discountCode,
})
export type QuoteRequest = z.infer<typeof quoteRequest>

const cents = z.int()
export const quote = z.object({
  lines: z.array(
    z.object({
      productId: z.string(),
      name: z.string(),
      size: z.nullable(z.string()),
      priceCents: cents,
      quantity: z.int(),
    }),
  ),
  subtotalCents: cents,
  discountCents: cents,
  shippingCents: cents,
  taxCents: cents,
  totalCents: cents,
  /** Why the code takes nothing off; null when it does, or when none was given. */
  discountError: z.nullable(z.string()),
})
export type Quote = z.infer<typeof quote>

export const quoteResponse = z.extend(quote, { error: z.null() })

/**
 * Why a payment did not happen, for the page to act on:
 * - invalid: a field is wrong (`field` names it); changed: prices moved, `quote` has the new ones; gone: a product or
 *   size is no longer sold or not in stock; code: the discount code was refused, `quote` is without it
 * - declined, card-again: the card; a new token is needed
 * - reused: another order was sent under this checkout id; unavailable, throttled: try later
 * - proof: not looked at yet; the same request is to be sent again with the ticket and the proof of work of `challenge`
 */
export const PAYMENT_PROBLEMS = [
  'invalid',
  'changed',
  'gone',
  'code',
  'declined',
  'card-again',
  'reused',
  'unavailable',
  'throttled',
  'proof',
] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

/** How quote-order, order-status and get-square-config refuse. */
export const plainRefusal = z.object({ error: z.string(), problem: z.optional(z.enum(PAYMENT_PROBLEMS)) })

/** Headers of a payment. Without them it is taken as long as nobody tries out stolen cards. */
export const TICKET_HEADER = 'checkout-ticket'
export const PROOF_HEADER = 'checkout-proof'

/** See proof-of-work.ts in the domain; with `work` 0 the ticket alone is enough. */
const challenge = z.object({ ticket: z.string().check(z.maxLength(60)), rounds: z.int(), work: z.int() })

/** Any caller can rely on success, orderNumber and error; the rest is for our own page. */
export const paymentResponse = z.object({
  success: z.boolean(),
  orderNumber: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** The outcome is not known yet: the buyer must not pay again, and the page asks order-status. */
  isPending: z.optional(z.boolean()),
  /** The order's own page, once the order is paid or being confirmed. */
  orderPath: z.optional(z.string()),
  problem: z.optional(z.enum(PAYMENT_PROBLEMS)),
  /** In the form's words: firstName, lastName, email, phone, address, address2, city, state, zip, discountCode, items. */
  field: z.optional(z.string()),
  quote: z.optional(quote),
  challenge: z.optional(challenge),
})
export type PaymentResponse = z.infer<typeof paymentResponse>

/** POST /functions/v1/order-status: what became of a checkout, for whoever holds its id. */
export const orderStatusRequest = z.object({ checkoutId: z.string().check(z.regex(/^[\w-]{8,64}$/)) })
export const orderStatusResponse = z.object({
  /** none: no order was made under this id, so nothing was charged. */
  status: z.enum(['none', 'pending', 'paid', 'failed']),
  orderNumber: z.nullable(z.string()),
  orderPath: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type OrderStatusResponse = z.infer<typeof orderStatusResponse>

/** POST /functions/v1/get-square-config. */
export const squareConfig = z.object({
  applicationId: z.string(),
  locationId: z.string(),
  /** Where the provider's script comes from: Square, its sandbox or the emulator. */
  scriptUrl: z.string(),
  /** Google Pay and Apple Pay are offered where the browser can. */
  hasWallets: z.boolean(),
  /** Single use, to be sent along with the payment. */
  ticket: z.optional(z.string()),
})
export type SquareConfig = z.infer<typeof squareConfig>

/** The checkout form as the page reads it, all text, by the same rules as the request it becomes. */
export const checkoutForm = z
  .object({
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    phone: fields.phone,
    address: fields.line1,
    address2: fields.line2,
    city: fields.city,
    state: fields.state,
    zip: fields.zip,
    discountCode: fields.discountCode,
  })
  .check(zipIsOfState)
export type CheckoutForm = z.infer<typeof checkoutForm>

/** The request's paths in the form's words; a problem under any other path is not the buyer's. */
export const FORM_FIELDS: Readonly<Record<string, keyof CheckoutForm | 'items'>> = {
  items: 'items',
  'customerInfo.email': 'email',
  'customerInfo.firstName': 'firstName',
  'customerInfo.lastName': 'lastName',
  'customerInfo.phone': 'phone',
  'shippingAddress.line1': 'address',
  'shippingAddress.line2': 'address2',
  'shippingAddress.city': 'city',
  'shippingAddress.state': 'state',
  'shippingAddress.zip': 'zip',
  'shippingAddress.country': 'state',
  discountCode: 'discountCode',
}
