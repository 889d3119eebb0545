import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { hasParkedRefund } from './refunds.queries.ts'

/** One alert covers all stuck refunds of an order; it is resolved with the last of them. */
export async function resolveStuckRefunds(
  tx: Orm,
  orderNumber: string,
  { resolution, now }: { resolution: string; now: Date },
): Promise<void> {
  if (await hasParkedRefund(tx, orderNumber)) return
  await resolveAlerts(tx, { kinds: ['refund-stuck'], subject: orderNumber, resolution, now })
}
