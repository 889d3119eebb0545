import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { countUnseenAlerts, listAlerts, markAlertSeen } from './alerts.queries.ts'
import type { ShownAlert } from './alerts.views.ts'
import { ALERTS, type AlertKind, alertTitle } from './raise-alert.ts'

const SHOWN = 30
const COUNTED_UP_TO = 100

export type AlertService = ReturnType<typeof createAlertService>

/** Things the owner needs to know. Unseen alerts are counted and listed first. */
export function createAlertService({ orm }: Database, now: () => Date) {
  return {
    countUnseen: () => countUnseenAlerts(orm, COUNTED_UP_TO),

    async list(): Promise<ShownAlert[]> {
      const alerts = await listAlerts(orm, SHOWN)
      // An old alert whose kind has since been removed still shows its kind.
      return alerts.map(({ kind, times, resolution, ...alert }) => ({
        ...alert,
        title: kind in ALERTS ? alertTitle(kind as AlertKind, times) : kind,
        resolution: resolution ?? undefined,
      }))
    },

    markSeen: (id: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const alert = await markAlertSeen(tx, id, now())
        if (!alert) return false
        const { kind, subject } = alert
        await addAudit(tx, {
          ...actor,
          action: 'alert.seen',
          subjectKind: 'alert',
          subjectId: id,
          before: { seen: false },
          after: { seen: true, kind, subject },
        })
        return true
      }),
  }
}
