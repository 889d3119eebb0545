import type { RefundSplit } from './line-refund.ts'
import { taxFor } from './pricing.ts'

export const BALANCE_STATES = ['open', 'paid', 'withdrawn'] as const
export type BalanceState = (typeof BALANCE_STATES)[number]

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a buyer can pay a request. */
export const BALANCE_DAYS = 7

/** The state of a request. An expired one can't be paid anymore. */
export type BalanceStanding = BalanceState | 'expired'

type StoredBalance = { state: BalanceState; withdrawnBy: 'owner' | 'change' | 'lapse' | null; expiresAt: Date }

export function balanceStanding({ state, withdrawnBy, expiresAt }: StoredBalance, now: Date): BalanceStanding {
  return (state === 'open' && expiresAt <= now) || withdrawnBy === 'lapse' ? 'expired' : state
}

export function isPaidBalance({ state }: { state: BalanceState }): boolean {
  return state === 'paid'
}

export function balanceExpiry(askedAt: Date): Date {
  return new Date(askedAt.getTime() + BALANCE_DAYS * DAY_MS)
}

/** A moment on the last full day it can be paid, as shown to buyers. */
export function balanceLastDay(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - DAY_MS)
}

/** The unpaid sales tax on what is left of an order, at the rate of the state it ships to; 0 if none. */
export function dueTaxCents({ goodsCents, discountCents, taxCents }: RefundSplit, basisPoints: number): number {
  return Math.max(0, taxFor(Math.max(0, goodsCents - discountCents), basisPoints) - taxCents)
}
