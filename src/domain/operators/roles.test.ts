import { expect, test } from 'vitest'
import { isAtLeast, isRole, ROLE_NAMES, ROLES } from './roles.ts'

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

test('every role says what it may do', () => {
  expect(ROLES.map((role) => `${ROLE_NAMES[role].name}: ${ROLE_NAMES[role].may}`)).toEqual([
    'Read-only: sees everything, changes nothing',
    'Staff: moderates, packs and ships',
    'Owner: does everything, the team and settings included',
  ])
})
