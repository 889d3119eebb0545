import type { Role } from '../operators/roles.ts'
import { type Channel, NOTICE_KINDS, type NoticeKind } from './notice.ts'
import type { QuietHours } from './quiet-hours.ts'

export type Choices = Record<NoticeKind, Record<Channel, boolean>>

/** What one person wants to be notified about, how, and when not. */
export type Preferences = {
  choices: Choices
  /** Null for none. */
  quiet: QuietHours | null
  /** When the daily summary is sent, on the shop's clock. */
  summaryHour: number
}

/**
 * Defaults: alerts by email for owners and addresses in the shop's settings, and everything but the summary on
 * registered devices.
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
