import * as z from 'zod/mini'
import { codePoints, MIN_REVIEW_MS, REVIEW_LIMITS } from '#domain/reviews/review-limits.ts'
import { tidyText } from '#domain/text/tidy.ts'
import { isEmailAddress } from './email-address.ts'
import { OUR_WORDS, type Schema } from './form.ts'
import { MESSAGES } from './messages.ts'

/** Control characters and lone surrogates: no keyboard types them, and PostgreSQL cannot store all of them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const UNPRINTABLE_IN_LINES = /[^\P{Cc}\n\t]|\p{Cs}/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

function tidied(name: string, max: number, unprintable = UNPRINTABLE) {
  return z.string(`${name} is not text.`).check(
    z.overwrite(tidyText),
    z.refine((value) => codePoints(value) <= max, `${name} is too long: ${max} characters at most.`),
    z.refine((value) => !unprintable.test(value), `${name} contains characters we can’t show.`),
    z.meta({ maxLength: max }),
  )
}

function required(name: string, max: number, unprintable?: RegExp) {
  return tidied(name, max, unprintable).check(z.refine((value) => VISIBLE.test(value), `${name} is required.`))
}

/** Null, missing and empty are equivalent. */
function optional(name: string, max: number) {
  return z.pipe(
    z.prefault(z.nullable(tidied(name, max)), null),
    z.transform((value) => (value === '' ? null : value)),
  )
}

const email = optional('Email', REVIEW_LIMITS.email).check(
  z.refine((value) => value === null || isEmailAddress(value), MESSAGES.emailInvalid),
)

/**
 * POST /functions/v1/submit-review, and its form. Extra fields are ignored: publication, source, date and the verified
 * badge are decided by the server.
 */
export const reviewSubmission = z.object({
  /** Null for a testimonial about the shop itself. */
  product_id: z.nullable(
    z.string(MESSAGES.reviewProductUnknown).check(z.maxLength(100, MESSAGES.reviewProductUnknown)),
  ),
  rating: z.literal([1, 2, 3, 4, 5], MESSAGES.ratingRequired),
  title: required('Title', REVIEW_LIMITS.title),
  body: required('Review', REVIEW_LIMITS.body, UNPRINTABLE_IN_LINES),
  reviewer_name: required('Name', REVIEW_LIMITS.reviewerName),
  email,
  reviewer_location: optional('Location', REVIEW_LIMITS.reviewerLocation),
  order_number: optional('Order number', REVIEW_LIMITS.orderNumber),
  /** The token from one of our links; with it, the order number is accepted without an email. */
  proof: optional('Link', 100),
  /** Honeypot: a hidden field that only bots fill in. */
  website: z.prefault(z.string().check(z.maxLength(1000)), ''),
  /** How long the form was open. Only a program that runs the page's own form is too fast. */
  elapsed_ms: z.prefault(z.number(), MIN_REVIEW_MS),
})
export type ReviewSubmission = z.infer<typeof reviewSubmission>

export const reviewSubmitted = z.object({ message: z.string() })
export type ReviewSubmitted = z.infer<typeof reviewSubmitted>

/** The names used until November 2026, which a page that was open during the update still sends. */
const EARLIER_NAMES = new Map([
  ['productId', 'product_id'],
  ['reviewerName', 'reviewer_name'],
  ['reviewerLocation', 'reviewer_location'],
  ['orderNumber', 'order_number'],
  ['elapsedMs', 'elapsed_ms'],
])

/** Also accepts the earlier names. */
export const reviewUnderAnyNames: Schema<ReviewSubmission> = {
  safeParse: (sent, options = OUR_WORDS) => reviewSubmission.safeParse(withPresentNames(sent), options),
}

function withPresentNames(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const renamed = Object.entries(sent).map(([name, value]) => [EARLIER_NAMES.get(name) ?? name, value])
  // If both are sent, the current name counts.
  return { ...Object.fromEntries(renamed), ...sent }
}
