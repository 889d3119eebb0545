import type { Operator, SignInMethod } from '#domain/operators/operator.ts'

/** How an operator may sign in, and with which credentials. */
export type Access = {
  requiresPasskey: boolean
  /** Set for this operator, apart from the team setting. */
  isPasskeyOnly: boolean
  /** Set by a restore: only a link from an owner or the command line lets them in. */
  isLocked: boolean
  hasPasskey: boolean
  hasPassword: boolean
  recoveryCodes: number
}

/** A browser that an operator has signed in from. */
export type DeviceLine = {
  id: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
  usedAt: Date
  isThis: boolean
}

export type SessionLine = {
  id: string
  method: SignInMethod
  ipAddress: string | null
  userAgent: string | null
  createdAt: Date
  updatedAt: Date
}

export type PasskeyLine = { id: string; name: string; transports: string[]; createdAt: Date; usedAt: Date | null }

export type TeamMember = Operator &
  Access & {
    createdAt: Date
    sessionCount: number
    /** When one of the open sessions was last used. */
    seenAt: Date | null
  }
