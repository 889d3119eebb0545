import { expect, test } from 'vitest'
import { ATTEMPT_STATES, isOpenAttempt } from './payment-states.ts'

test('a charge is open only while nobody knows whether the card was charged', () => {
  expect(ATTEMPT_STATES.filter(isOpenAttempt)).toEqual(['sending', 'unknown'])
})
