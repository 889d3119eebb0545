import type { DeliveryRules } from './delivery-estimate.ts'
import { shipBy } from './ship-by.ts'

/** Orders of one list that were placed on one day. */
export type OrdersOfDay = { day: string; count: number }

export type PackingLoad = {
  late: number
  /** The day by which the oldest late order should have shipped. */
  lateSince: string | undefined
  dueToday: number
  oldestDay: string | undefined
}

/** How urgent the unshipped orders of one list are. */
export function packingLoad(rules: DeliveryRules, days: readonly OrdersOfDay[], today: string): PackingLoad {
  const due = days.map(({ day, count }) => ({ count, by: shipBy(rules, { state: 'paid', orderedOn: day }, today) }))
  const countOf = (urgency: 'late' | 'today') =>
    due.filter(({ by }) => by?.urgency === urgency).reduce((sum, { count }) => sum + count, 0)
  return {
    late: countOf('late'),
    lateSince: due.flatMap(({ by }) => (by?.urgency === 'late' ? [by.day] : [])).toSorted()[0],
    dueToday: countOf('today'),
    oldestDay: days.map(({ day }) => day).toSorted()[0],
  }
}
