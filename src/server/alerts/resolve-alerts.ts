import type { Orm } from '#server/platform/db/database.ts'
import { closeAlerts } from './alerts.queries.ts'
import type { AlertKind } from './raise-alert.ts'

export type ResolvedAlerts = {
  kinds: readonly AlertKind[]
  /** Omit for all alerts of these kinds, on any subject. */
  subject?: string
  /** What ended them, for the owner. */
  resolution: string
  now: Date
}

/** Closes alerts whose cause is gone, seen or not, because they no longer need action. */
export async function resolveAlerts(tx: Orm, { kinds, subject, ...how }: ResolvedAlerts): Promise<void> {
  await closeAlerts(tx, { kinds, subject }, how)
}
