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
  releaseRedemption,
  saveReservation,
  uncountUse,
} from './discounts.queries.ts'

export { findDiscountTerms } from './discounts.queries.ts'

export type DiscountPreview = DiscountCheck & { minimumSubtotalCents: number }

export interface DiscountService {
  /** What the code would take off, for the given customer if any. Reserves nothing. */
  preview(code: string, subtotalCents: number, foldedEmail?: string): Promise<DiscountPreview>
}

/** Length limit of the table. */
const MAX_CODE_LENGTH = 40
/** Shorter than any code, so it never matches a row. */
const NO_CODE = '-'
const NO_ORDER = '00000000-0000-0000-0000-000000000000'

export function createDiscountService({ orm }: Database, now: () => Date): DiscountService {
  return {
    async preview(code, subtotalCents, foldedEmail) {
      // An impossible code is looked up too, so timing does not reveal the difference.
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
 * Reserves one use of the code in the transaction that creates the order; the only place that decides whether this
 * customer may use it. Idempotent for the same order and code.
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
  // The order's own use must not count against it.
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
 * The order is paid. A reservation released before the payment arrived stays released; the charged price doesn't
 * change.
 */
export async function consumeDiscount(tx: Orm, orderId: string, now: Date): Promise<void> {
  await consumeReservation(tx, orderId, now)
}

/** The order was declined, abandoned, or canceled: releases the use, even a consumed one. Idempotent. */
export async function releaseDiscount(tx: Orm, orderId: string, now: Date): Promise<void> {
  const held = await findRedemption(tx, orderId)
  if (!held) return
  // Same lock order as a reservation, to avoid deadlocks.
  await lockDiscountTerms(tx, held.code)
  if (await releaseRedemption(tx, orderId, now)) await uncountUse(tx, held.code)
}

function isPossibleCode(code: string): boolean {
  // PostgreSQL rejects NUL in text, and lone surrogates come back as another character.
  return code.length <= MAX_CODE_LENGTH && /^[\x20-\x7e]*$/.test(code)
}
