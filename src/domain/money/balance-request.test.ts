import { expect, test } from 'vitest'
import { balanceExpiry, balanceLastDay, balanceStanding, dueTaxCents, isPaidBalance } from './balance-request.ts'

const ASKED = new Date('2026-11-17T12:00:00Z')

test('can be paid for seven days', () => {
  const expiresAt = balanceExpiry(ASKED)
  const at = (ms: number) =>
    balanceStanding({ state: 'open', withdrawnBy: null, expiresAt }, new Date(expiresAt.getTime() + ms))
  expect(expiresAt.toISOString()).toBe('2026-11-24T12:00:00.000Z')
  expect([at(-1), at(0)]).toEqual(['open', 'expired'])
})

test('is paid in only one state', () => {
  const states = ['open', 'paid', 'withdrawn'] as const
  expect(states.map((state) => isPaidBalance({ state }))).toEqual([false, true, false])
})

test('names the last full day on which it can be paid', () => {
  expect(balanceLastDay(balanceExpiry(ASKED)).toISOString()).toBe('2026-11-23T12:00:00.000Z')
})

test.each(['paid', 'withdrawn'] as const)('stays %s, however old it is', (state) => {
  const withdrawnBy = state === 'paid' ? null : 'owner'
  expect(balanceStanding({ state, withdrawnBy, expiresAt: ASKED }, new Date('2030-01-01'))).toBe(state)
})

test('has expired if its reservation has ended, whenever that was', () => {
  const request = { state: 'withdrawn', withdrawnBy: 'lapse', expiresAt: balanceExpiry(ASKED) } as const
  expect(balanceStanding(request, ASKED)).toBe('expired')
})

test.each([
  [{ goodsCents: 5000, discountCents: 0, taxCents: 0 }, 715, 358],
  [{ goodsCents: 5000, discountCents: 0, taxCents: 358 }, 715, 0],
  [{ goodsCents: 5000, discountCents: 0, taxCents: 400 }, 715, 0],
  [{ goodsCents: 5000, discountCents: 500, taxCents: 100 }, 715, 222],
  [{ goodsCents: 0, discountCents: 0, taxCents: 0 }, 715, 0],
  [{ goodsCents: 500, discountCents: 900, taxCents: 0 }, 715, 0],
  [{ goodsCents: 5000, discountCents: 0, taxCents: 0 }, 0, 0],
])('of %o at %i basis points %i cents are due', (left, basisPoints, due) => {
  expect(dueTaxCents({ ...left, shippingCents: 999 }, basisPoints)).toBe(due)
})
