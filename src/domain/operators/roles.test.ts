import { expect, test } from 'vitest'
import { isAtLeast, isRole, ROLE_NAMES, ROLES } from './roles.ts'

test('orders the roles from read-only to staff to owner', () => {
  expect(isAtLeast('owner', 'staff')).toBe(true)
  expect(isAtLeast('staff', 'staff')).toBe(true)
  expect(isAtLeast('staff', 'owner')).toBe(false)
  expect(isAtLeast('read-only', 'staff')).toBe(false)
})

test('recognizes only the three roles', () => {
  expect(isRole('owner')).toBe(true)
  expect(isRole('admin')).toBe(false)
  expect(isRole(undefined)).toBe(false)
})

test('describes what every role may do', () => {
  expect(ROLES.map((role) => `${ROLE_NAMES[role].name}: ${ROLE_NAMES[role].may}`)).toEqual([
    'Read-only: can see everything, change nothing',
    'Staff: can moderate reviews, pack, and ship',
    'Owner: can do everything, including team and settings',
  ])
})
