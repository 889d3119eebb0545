import type { Orm } from '#server/platform/db/database.ts'
import { resolveAlertsOfKind } from './alerts.queries.ts'
import type { AlertKind } from './raise-alert.ts'

/** Closes all alerts of a kind once their cause is gone, and says what ended them. */
export async function resolveAlerts(tx: Orm, kind: AlertKind, resolution: string, now: Date): Promise<void> {
  await resolveAlertsOfKind(tx, kind, resolution, now)
}
