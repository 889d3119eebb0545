import { checkDiscount, type DiscountCheck } from '#domain/money/discount-code.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import {
  consumeReservation,
  countUse,
  describeRedeemer,
  findDiscountTerms,
  findRedemption,
  lockDiscountTerms,
  lockPerson,
  type Redemption,
  releaseRedemption,
  saveReservation,
  uncountUse,
} from './discounts.queries.ts'

export type DiscountPreview = DiscountCheck & { minimumSubtotalCents: number }

export interface DiscountService {
  /** What the code would take off, for that person if one is named. Reserves nothing. */
  preview(code: string, subtotalCents: number, foldedEmail?: string): Promise<DiscountPreview>
}

/** As long as the longest code the table takes. */
const MAX_CODE_LENGTH = 40
/** Shorter than any code can be, so no row ever answers to it. */
const NO_CODE = '-'
const NO_ORDER = '00000000-0000-0000-0000-000000000000'

export function createDiscountService({ orm }: Database, now: () => Date): DiscountService {
  return {
    async preview(code, subtotalCents, foldedEmail) {
      // What cannot be a code is looked up all the same: the answer to it must not come sooner.
      const terms = await findDiscountTerms(orm, isPossibleCode(code) ? code : NO_CODE)
      if (!terms) return { ok: false, reason: 'unknown', minimumSubtotalCents: 0 }
      const { minimumSubtotalCents } = terms
      const redeemer = foldedEmail ? await describeRedeemer(orm, { code, foldedEmail, orderId: NO_ORDER }) : undefined
      return { ...checkDiscount(terms, { subtotalCents, now: now(), redeemer }), minimumSubtotalCents }
    },
  }
}

export type ReserveOptions = { code: string; orderId: string; foldedEmail: string; subtotalCents: number; now: Date }

/**
 * Takes one use of the code for an order, in the transaction that makes the order: whether this person may have it is
 * decided here and nowhere else. Asking again for the same order and code changes nothing.
 */
export async function reserveDiscount(tx: Orm, options: ReserveOptions): Promise<DiscountCheck> {
  const { code, orderId, foldedEmail, subtotalCents, now } = options
  if (!isPossibleCode(code)) return { ok: false, reason: 'unknown' }
  await lockPerson(tx, foldedEmail)
  const held = await findRedemption(tx, orderId)
  if (held?.state === 'consumed') return { ok: false, reason: 'used-up' }
  const isHeldAlready = held?.state === 'reserved' && held.code === code
  if (held?.state === 'reserved' && !isHeldAlready) await releaseDiscount(tx, orderId, now)

  const terms = await lockDiscountTerms(tx, code)
  if (!terms) return { ok: false, reason: 'unknown' }
  const redeemer = await describeRedeemer(tx, { code, foldedEmail, orderId })
  // The order's own use must not stand in its own way.
  const usedByOthers = terms.usedCount - (isHeldAlready ? 1 : 0)
  const result = checkDiscount({ ...terms, usedCount: usedByOthers }, { subtotalCents, now, redeemer })
  if (!result.ok) {
    if (isHeldAlready) await releaseDiscount(tx, orderId, now)
    return result
  }
  if (isHeldAlready) return result
  if (!(await countUse(tx, code))) return { ok: false, reason: 'used-up' }
  await saveReservation(tx, { orderId, code, foldedEmail })
  return result
}

/**
 * The order is paid. Answers the state the use is in afterwards: 'released' means that the reservation was given back
 * before the money came, and the caller honours the price it charged all the same.
 */
export async function consumeDiscount(tx: Orm, orderId: string, now: Date): Promise<Redemption['state'] | 'none'> {
  await consumeReservation(tx, orderId, now)
  return (await findRedemption(tx, orderId))?.state ?? 'none'
}

/** The order was declined, abandoned or cancelled: the use goes back, also one that was consumed. Safe to repeat. */
export async function releaseDiscount(tx: Orm, orderId: string, now: Date): Promise<void> {
  const held = await findRedemption(tx, orderId)
  if (!held) return
  // In the order in which a reservation locks, so that the two never wait for each other.
  await lockDiscountTerms(tx, held.code)
  if (await releaseRedemption(tx, orderId, now)) await uncountUse(tx, held.code)
}

function isPossibleCode(code: string): boolean {
  // PostgreSQL refuses NUL in a text with an error, and lone surrogates come back as another character.
  return code.length <= MAX_CODE_LENGTH && /^[\x20-\x7e]*$/.test(code)
}
