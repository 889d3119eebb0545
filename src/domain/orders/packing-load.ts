import type { DeliveryRules } from './delivery-estimate.ts'
import { shipBy } from './ship-by.ts'

/** Orders to pack that were placed on one day. */
export type OrdersOfDay = { day: string; count: number }

export type PackingLoad = { late: number; dueToday: number; oldestDay: string | undefined }

/** How urgent the orders to pack are. */
export function packingLoad(rules: DeliveryRules, days: readonly OrdersOfDay[], today: string): PackingLoad {
  const countOf = (urgency: 'late' | 'today') =>
    days
      .filter(({ day }) => shipBy(rules, { state: 'paid', orderedOn: day }, today)?.urgency === urgency)
      .reduce((sum, { count }) => sum + count, 0)
  return { late: countOf('late'), dueToday: countOf('today'), oldestDay: days.map(({ day }) => day).toSorted()[0] }
}
