import { expect, test } from 'vitest'
import { needsConsent } from './delay.ts'

const delay = { orderedOn: '2026-03-04', shipBy: '2026-04-03', isRepeated: false }

test('counts silence as consent only for a first, short delay with a date', () => {
  expect(needsConsent(delay)).toBe(false)
  expect(needsConsent({ ...delay, shipBy: '2026-04-04' })).toBe(true)
  expect(needsConsent({ ...delay, shipBy: null })).toBe(true)
  expect(needsConsent({ ...delay, isRepeated: true })).toBe(true)
})
