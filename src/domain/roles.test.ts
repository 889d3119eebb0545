import { expect, test } from 'vitest'
import { isAtLeast, isRole } from './roles.ts'

test('an owner may do what staff may, and staff what a reader may, never the other way round', () => {
  expect(isAtLeast('owner', 'staff')).toBe(true)
  expect(isAtLeast('staff', 'staff')).toBe(true)
  expect(isAtLeast('staff', 'owner')).toBe(false)
  expect(isAtLeast('read-only', 'staff')).toBe(false)
})

test('only the three names are roles', () => {
  expect(isRole('owner')).toBe(true)
  expect(isRole('admin')).toBe(false)
  expect(isRole(undefined)).toBe(false)
})
