const MINUTE_MS = 60_000
/** A sensitive action requires proof of identity from the last ten minutes… */
export const FRESH_MS = 10 * MINUTE_MS
/** …and each one extends that, so a series of refunds asks once, but for at most half an hour. */
export const MAX_FRESH_MS = 30 * MINUTE_MS

/** Form field with the password that confirms the sender's identity. */
export const CONFIRMATION_FIELD = 'confirmation-password'

export type Confirmation = { confirmedAt: Date; freshUntil: Date }

export function confirmationAt(now: Date): Confirmation {
  return { confirmedAt: now, freshUntil: new Date(now.getTime() + FRESH_MS) }
}

export function isFresh({ freshUntil }: Pick<Confirmation, 'freshUntil'>, now: Date): boolean {
  return now < freshUntil
}

/** How long the sign-in stays fresh after a sensitive action. */
export function extendFresh({ confirmedAt }: Pick<Confirmation, 'confirmedAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + FRESH_MS, confirmedAt.getTime() + MAX_FRESH_MS))
}
