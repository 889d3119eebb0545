import type { Role } from '../operators/roles.ts'
import { type Channel, NOTICE_KINDS, type NoticeKind } from './notice.ts'
import type { QuietHours } from './quiet-hours.ts'

export type Choices = Record<NoticeKind, Record<Channel, boolean>>

/** What one person wants to be notified about, how, and when not. */
export type Preferences = {
  choices: Choices
  /** Null for none. */
  quiet: QuietHours | null
  /** When the daily summary comes, on the shop's clock. */
  summaryHour: number
}

/**
 * Before a person has chosen: alerts by email to owners and to those that the shop's settings name, and everything but
 * the summary on their devices, once they have registered one.
 */
export function defaultPreferences({ role, isAlerted }: { role: Role; isAlerted: boolean }): Preferences {
  const choices = Object.fromEntries(
    NOTICE_KINDS.map((kind) => [
      kind,
      { push: kind !== 'daily-summary', email: kind === 'alert' && (role === 'owner' || isAlerted) },
    ]),
  ) as Choices
  return { choices, quiet: null, summaryHour: 8 }
}
