import { expect, test } from 'vitest'
import { isPolicySlug, POLICIES } from './policy.ts'

test('has three policies and recognizes nothing else', () => {
  expect(POLICIES).toEqual({
    'privacy-policy': 'Privacy Policy',
    'terms-of-service': 'Terms of Service',
    'shipping-returns': 'Shipping & Returns',
  })
  expect(Object.keys(POLICIES).every(isPolicySlug)).toBe(true)
  for (const other of ['', 'Privacy Policy', 'toString', '__proto__']) expect(isPolicySlug(other)).toBe(false)
})
