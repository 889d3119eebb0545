import { expect, test } from 'vitest'
import { ATTEMPT_STATES, isOpenAttempt, isOpenRefund, REFUND_STATES } from './payment-states.ts'

test('a charge is open only while it is unknown whether the card was charged', () => {
  expect(ATTEMPT_STATES.filter(isOpenAttempt)).toEqual(['sending', 'unknown'])
})

test('a refund is open until the provider has completed or rejected it', () => {
  expect(REFUND_STATES.filter(isOpenRefund)).toEqual(['sending', 'pending', 'unknown'])
})
