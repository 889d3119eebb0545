import fc from 'fast-check'
import { expect, test } from 'vitest'
import { READABLE_ALPHABET } from '../text/random-characters.ts'
import { checkDiscount, discountCodeFrom, type DiscountTerms, type Redeemer, signupCodeFrom } from './discount-code.ts'

const now = new Date('2026-11-15T12:00:00Z')
const earlier = new Date('2026-11-15T11:59:59Z')
const later = new Date('2026-11-15T12:00:01Z')

const signupTerms: DiscountTerms = {
  discount: { kind: 'percent', percent: 10 },
  minimumSubtotalCents: 0,
  startsAt: null,
  endsAt: null,
  totalLimit: 1,
  personLimit: 1,
  isFirstOrderOnly: true,
  foldedEmail: 'ana@example.com',
  usedCount: 0,
  isActive: true,
}
const ana: Redeemer = { foldedEmail: 'ana@example.com', usesOfThisCode: 0, hasOrderedBefore: false }

function reasonFor(changes: Partial<DiscountTerms>, redeemer?: Partial<Redeemer>, subtotalCents = 5000) {
  const result = checkDiscount(
    { ...signupTerms, ...changes },
    { subtotalCents, now, redeemer: redeemer && { ...ana, ...redeemer } },
  )
  return result.ok ? 'ok' : result.reason
}

test('generates readable codes with more than 50 bits', () => {
  const code = discountCodeFrom(Uint8Array.from({ length: 32 }, (_, index) => index * 7))
  expect(code).toMatch(/^BLOOM-[A-Z2-9]{6}-[A-Z2-9]{6}$/)
  expect(12 * Math.log2(READABLE_ALPHABET.length)).toBeGreaterThan(50)
})

test('refuses too few random bytes', () => {
  expect(() => discountCodeFrom(new Uint8Array(8))).toThrow(RangeError)
})

test('makes a shorter code for one customer', () => {
  const code = signupCodeFrom(Uint8Array.from({ length: 32 }, (_, index) => index * 7))
  expect(code).toMatch(/^BLOOM-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
})

test('takes ten percent off the subtotal', () => {
  expect(checkDiscount(signupTerms, { subtotalCents: 5800, now, redeemer: ana })).toEqual({
    ok: true,
    discount: { kind: 'percent', percent: 10 },
    discountCents: 580,
  })
})

test('takes off no more than the subtotal', () => {
  const terms = { ...signupTerms, discount: { kind: 'amount', amountCents: 9000 } as const }
  expect(checkDiscount(terms, { subtotalCents: 5800, now })).toMatchObject({ ok: true, discountCents: 5800 })
})

test('names the rule that refuses a code', () => {
  expect(reasonFor({ isActive: false })).toBe('inactive')
  expect(reasonFor({ startsAt: later })).toBe('not-started')
  expect(reasonFor({ endsAt: earlier })).toBe('ended')
  expect(reasonFor({ endsAt: now })).toBe('ended')
  expect(reasonFor({ usedCount: 1 })).toBe('used-up')
  expect(reasonFor({ minimumSubtotalCents: 5001 })).toBe('below-minimum')
  expect(reasonFor({}, { foldedEmail: 'ben@example.com' })).toBe('other-person')
  expect(reasonFor({}, { usesOfThisCode: 1 })).toBe('person-limit')
  expect(reasonFor({}, { hasOrderedBefore: true })).toBe('not-first-order')
})

test('accepts a code without limits for any customer, at any time, any number of times', () => {
  const open = { totalLimit: null, personLimit: null, isFirstOrderOnly: false, foldedEmail: null, usedCount: 1_000_000 }
  expect(reasonFor(open, { foldedEmail: 'ben@example.com', usesOfThisCode: 50, hasOrderedBefore: true })).toBe('ok')
})

test('includes the limits themselves', () => {
  expect(reasonFor({ startsAt: now, endsAt: later, minimumSubtotalCents: 5000, totalLimit: 2, usedCount: 1 })).toBe(
    'ok',
  )
})

test('makes a valid code from any random bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32, max: 231 }), (bytes) => {
      expect(discountCodeFrom(bytes)).toMatch(/^BLOOM-[A-Z2-9]{6}-[A-Z2-9]{6}$/)
    }),
  )
})

test('never discounts a negative amount, more than the subtotal, or beyond a limit', () => {
  const discount = fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: 'percent' as const, percent })),
    fc.integer({ min: 1, max: 100_000 }).map((amountCents) => ({ kind: 'amount' as const, amountCents })),
  )
  const limits = fc.record({
    totalLimit: fc.option(fc.integer({ min: 1, max: 5 })),
    usedCount: fc.integer({ min: 0, max: 6 }),
    personLimit: fc.option(fc.integer({ min: 1, max: 3 })),
    minimumSubtotalCents: fc.integer({ min: 0, max: 20_000 }),
  })
  fc.assert(
    fc.property(discount, limits, fc.nat(30_000), fc.nat(4), (value, limit, subtotalCents, usesOfThisCode) => {
      const terms = { ...signupTerms, ...limit, discount: value }
      const result = checkDiscount(terms, { subtotalCents, now, redeemer: { ...ana, usesOfThisCode } })
      if (!result.ok) return
      expect(result.discountCents).toBeGreaterThanOrEqual(0)
      expect(result.discountCents).toBeLessThanOrEqual(subtotalCents)
      expect(limit.usedCount).toBeLessThan(limit.totalLimit ?? Infinity)
      expect(usesOfThisCode).toBeLessThan(limit.personLimit ?? Infinity)
      expect(subtotalCents).toBeGreaterThanOrEqual(limit.minimumSubtotalCents)
    }),
  )
})
