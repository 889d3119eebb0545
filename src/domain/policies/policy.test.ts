import { expect, test } from 'vitest'
import { isPolicySlug, POLICIES } from './policy.ts'

test('the shop has three policies, and nothing else is one', () => {
  expect(POLICIES).toEqual({
    'privacy-policy': 'Privacy Policy',
    'terms-of-service': 'Terms of Service',
    'shipping-returns': 'Shipping & Returns',
  })
  expect(Object.keys(POLICIES).every(isPolicySlug)).toBe(true)
  for (const other of ['', 'Privacy Policy', 'toString', '__proto__']) expect(isPolicySlug(other)).toBe(false)
})
