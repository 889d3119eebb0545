/** Roles at the desk, least privileged first. */
export const ROLES = ['read-only', 'staff', 'owner'] as const
export type Role = (typeof ROLES)[number]

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}

export function isAtLeast(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

export const ROLE_NAMES: Record<Role, { name: string; may: string }> = {
  'read-only': { name: 'Read-only', may: 'can see everything, change nothing' },
  staff: { name: 'Staff', may: 'can moderate reviews, pack, and ship' },
  owner: { name: 'Owner', may: 'can do everything, including team and settings' },
}
