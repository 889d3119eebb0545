import * as z from 'zod/mini'
import { MAX_LINES, MAX_QUANTITY } from '#domain/cart/cart.ts'
import { tidyCode } from '#domain/money/typed-code.ts'
import { parseState, US_STATES } from '#domain/orders/us-states.ts'
import { isZipOfState } from '#domain/orders/zip-of-state.ts'
import { tidyLine } from '#domain/text/tidy.ts'
import { emailAddress } from './email-address.ts'
import { MESSAGES } from './messages.ts'

/** Limits of an order; the database enforces the same ones. */
const MAX_TEXT = 100
const MAX_SOURCE_ID = 1024

/**
 * Control characters and lone surrogates: PostgreSQL cannot store all of them, and label printers cannot print them.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const BIDI_CONTROL = /[\u202A-\u202E\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}]/u
/** The order email repeats names, so a URL in one would turn our email into an ad. */
const WEB_ADDRESS = /:\/\/|\bwww\./i
const PHONE = /^[\d ().+-]{7,20}$/

function line(label: string) {
  return z.string(`${label} is required.`).check(
    z.overwrite(tidyLine),
    z.refine((value) => Array.from(value).length <= MAX_TEXT, `${label} is too long: ${MAX_TEXT} characters at most.`),
    z.refine(
      (value) => !UNPRINTABLE.test(value) && !BIDI_CONTROL.test(value),
      `${label} contains characters we can’t print.`,
    ),
    z.refine((value) => !WEB_ADDRESS.test(value), `${label} can’t contain a web address.`),
  )
}

function required(label: string) {
  return line(label).check(z.refine((value) => VISIBLE.test(value), `${label} is required.`))
}

/** Null, missing and blank are equivalent. */
function optional<T extends z.core.$ZodType<string, string>>(schema: T) {
  return z.pipe(
    z.transform((value) =>
      value === undefined || value === null || (typeof value === 'string' && value.trim() === '') ? null : value,
    ),
    z.nullable(schema),
  )
}

/**
 * A US number as +1XXXXXXXXXX, or the digits as given with another country code. Pasted from a phone's contacts it has
 * hyphens of other kinds, and marks that no one sees.
 */
export function normalizePhone(typed: string): string | undefined {
  const shown = typed
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
  if (!PHONE.test(shown)) return undefined
  const digits = shown.replaceAll(/\D/g, '')
  if (shown.startsWith('+')) return digits.length >= 9 && digits.length <= 15 ? `+${digits}` : undefined
  if (digits.length === 10) return `+1${digits}`
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : undefined
}

const fields = {
  email: emailAddress,
  firstName: required('First name'),
  lastName: required('Last name'),
  phone: optional(
    z.string(MESSAGES.phoneInvalid).check(
      z.refine((value) => normalizePhone(value) !== undefined, MESSAGES.phoneInvalid),
      z.overwrite((value) => normalizePhone(value) ?? value),
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
  discountCode: optional(z.string().check(z.maxLength(1000), z.overwrite(tidyCode))),
}

/** Tax depends on the state, so a ZIP code from another state is a mistake or fraud. */
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
  /** Null or missing for a product with a single size. The catalog decides which sizes exist. */
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

/** POST /functions/v1/process-square-payment. Strict: an extra price or total is refused, not ignored. */
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
  /** The total shown last. A higher total is never charged without showing it first. */
  expectedTotalCents: z.optional(z.int().check(z.minimum(0))),
})
export type PaymentRequest = z.infer<typeof paymentRequest>
export type OrderedItem = PaymentRequest['items'][number]

/** POST /functions/v1/quote-order: the part of the payment request known so far, without the card. */
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
  /** Why the code gives no discount; null if it does or if there's no code. */
  discountError: z.nullable(z.string()),
})
export type Quote = z.infer<typeof quote>

export const quoteResponse = z.extend(quote, { error: z.null() })

/**
 * Why a payment did not happen, so the page can react:
 * - invalid: a field is wrong (`field` names it); changed: prices moved, `quote` has the new ones; gone: a product or
 *   size is no longer sold or not in stock; code: the discount code was refused, `quote` is without it
 * - declined, card-again: the card; a new token is needed
 * - reused: another order was sent under this checkout id; unavailable, throttled: retry later
 * - proof: not processed yet; resend the same request with the ticket and the proof of work for `challenge`
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

/** The refusal of quote-order, order-status and get-square-config. */
export const plainRefusal = z.object({ error: z.string(), problem: z.optional(z.enum(PAYMENT_PROBLEMS)) })

/** Headers of a payment, optional until card testing is detected. */
export const TICKET_HEADER = 'checkout-ticket'
export const PROOF_HEADER = 'checkout-proof'

/** See proof-of-work.ts in the domain; if `work` is 0 the ticket alone is enough. */
const challenge = z.object({ ticket: z.string().check(z.maxLength(60)), rounds: z.int(), work: z.int() })

/** Any caller can rely on success, orderNumber and error; the rest is for our own page. */
export const paymentResponse = z.object({
  success: z.boolean(),
  orderNumber: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** The outcome isn't known yet: the buyer must not pay again, and the page polls order-status. */
  isPending: z.optional(z.boolean()),
  /** The order's page, once it is paid or being confirmed. */
  orderPath: z.optional(z.string()),
  problem: z.optional(z.enum(PAYMENT_PROBLEMS)),
  /** Form field names: firstName, lastName, email, phone, address, address2, city, state, zip, discountCode, items. */
  field: z.optional(z.string()),
  quote: z.optional(quote),
  challenge: z.optional(challenge),
})
export type PaymentResponse = z.infer<typeof paymentResponse>

/** POST /functions/v1/order-status: the outcome of a checkout, for anyone with its id. */
export const orderStatusRequest = z.object({ checkoutId: z.string().check(z.regex(/^[\w-]{8,64}$/)) })
export const orderStatusResponse = z.object({
  /** none: there is no order under this id, so nothing was charged. */
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
  /** URL of the provider's script: Square, its sandbox or the emulator. */
  scriptUrl: z.string(),
  /** Offers Google Pay and Apple Pay if the browser supports them. */
  hasWallets: z.boolean(),
  /** Single use, sent with the payment. */
  ticket: z.optional(z.string()),
})
export type SquareConfig = z.infer<typeof squareConfig>

/** The checkout form as text fields, with the same rules as the request. */
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

/** Maps request paths to form fields; an error at any other path is not the buyer's. */
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
