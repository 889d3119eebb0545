import { fairCharacters } from '../text/random-characters.ts'
import { type Discount, discountOf } from './pricing.ts'

/** A code that anyone may use must not be guessed. */
const OPEN_GROUP = 6
/** A code that works with only one email address is useless to anyone who guesses it, so it can be short. */
const PERSONAL_GROUP = 4

/** BLOOM-XXXXXX-XXXXXX, 58 bits. Needs 32 random bytes or more; throws if they run out. */
export function discountCodeFrom(randomBytes: Uint8Array): string {
  return codeOf(randomBytes, OPEN_GROUP)
}

/** BLOOM-XXXX-XXXX, 38 bits, for one customer. */
export function signupCodeFrom(randomBytes: Uint8Array): string {
  return codeOf(randomBytes, PERSONAL_GROUP)
}

function codeOf(randomBytes: Uint8Array, group: number): string {
  const characters = fairCharacters(randomBytes, 2 * group)
  return `BLOOM-${characters.slice(0, group)}-${characters.slice(group)}`
}

export type DiscountTerms = {
  discount: Discount
  minimumSubtotalCents: number
  startsAt: Date | null
  endsAt: Date | null
  /** Null means no limit. */
  totalLimit: number | null
  personLimit: number | null
  isFirstOrderOnly: boolean
  /** Folded email of the only customer it is for; null means any customer. */
  foldedEmail: string | null
  /** Reserved and consumed uses together. */
  usedCount: number
  isActive: boolean
}

/** Only known at payment; a preview has no customer yet. */
export type Redeemer = {
  foldedEmail: string
  /** This customer's reserved or consumed uses of this code in other orders. */
  usesOfThisCode: number
  /** True if this customer has paid before, or has reserved another first-order discount that may still be paid. */
  hasOrderedBefore: boolean
}

export type DiscountRefusal =
  | 'unknown'
  | 'inactive'
  | 'not-started'
  | 'ended'
  | 'used-up'
  | 'below-minimum'
  | 'other-person'
  | 'person-limit'
  | 'not-first-order'

export type DiscountCheck =
  | { ok: true; discount: Discount; discountCents: number }
  | { ok: false; reason: DiscountRefusal }

/** All rules of a code: the preview checks without a customer, the payment with one. */
export function checkDiscount(
  terms: DiscountTerms,
  { subtotalCents, now, redeemer }: { subtotalCents: number; now: Date; redeemer?: Redeemer | undefined },
): DiscountCheck {
  const reason = refusalOfTerms(terms, now) ?? (redeemer && refusalOfPerson(terms, redeemer))
  if (reason) return { ok: false, reason }
  // Last, so only a customer who could use the code learns its minimum.
  if (subtotalCents < terms.minimumSubtotalCents) return { ok: false, reason: 'below-minimum' }
  return { ok: true, discount: terms.discount, discountCents: discountOf(subtotalCents, terms.discount) }
}

function refusalOfTerms(terms: DiscountTerms, now: Date): DiscountRefusal | undefined {
  if (!terms.isActive) return 'inactive'
  if (terms.startsAt && now < terms.startsAt) return 'not-started'
  if (terms.endsAt && now >= terms.endsAt) return 'ended'
  if (terms.totalLimit !== null && terms.usedCount >= terms.totalLimit) return 'used-up'
  return undefined
}

function refusalOfPerson(terms: DiscountTerms, redeemer: Redeemer): DiscountRefusal | undefined {
  if (terms.foldedEmail !== null && terms.foldedEmail !== redeemer.foldedEmail) return 'other-person'
  if (terms.personLimit !== null && redeemer.usesOfThisCode >= terms.personLimit) return 'person-limit'
  if (terms.isFirstOrderOnly && redeemer.hasOrderedBefore) return 'not-first-order'
  return undefined
}
