import { expect, test } from 'vitest'
import { checkoutOutcome } from './count-checkouts.ts'

test.each([
  [200, { success: true }, 'paid'],
  [202, { success: false, isPending: true }, 'pending'],
  // The outcome is unknown although we failed: money may have moved.
  [503, { success: false, isPending: true }, 'pending'],
  [402, { success: false }, 'declined'],
  [409, { success: false }, 'refused'],
  [422, {}, 'refused'],
  [429, {}, 'refused'],
  [503, { success: false }, 'failed'],
  [500, {}, 'failed'],
] as const)('status %i with %o is %s', (status, body, outcome) => {
  expect(checkoutOutcome(status, body)).toBe(outcome)
})
