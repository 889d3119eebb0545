import type { Confirmation } from './fresh-sign-in.ts'
import type { Role } from './roles.ts'

/** A user of the desk. */
export type Operator = { id: string; email: string; name: string; role: Role }

export type OpenSession = Confirmation & {
  id: string
  createdAt: Date
  updatedAt: Date
  operator: Operator
  /** By the operator's own choice, or required for the whole team. */
  requiresPasskey: boolean
  hasPasskey: boolean
}

export const SIGN_IN_METHODS = ['password', 'passkey', 'link', 'email-link', 'recovery'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]
