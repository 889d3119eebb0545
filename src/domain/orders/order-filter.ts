import { addDays } from '../time/periods.ts'
import { type DeliveryRules, estimateDelivery } from './delivery-estimate.ts'

/** When orders of a list were placed. Relative to today, so a saved filter stays useful. */
export const PLACED_NAMES = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  late: 'Late to ship',
} as const
export type Placed = keyof typeof PLACED_NAMES
export const PLACED = Object.keys(PLACED_NAMES) as Placed[]

const DAYS_BACK = { today: 0, week: 6, month: 29 }
const FAR_BACK = 400

/** Shop days, both inclusive; an empty one is open. Late orders: up to the last day that should have shipped. */
export function placedDays(placed: Placed, today: string, rules: DeliveryRules): { from: string; to: string } {
  if (placed !== 'late') return { from: addDays(today, -DAYS_BACK[placed]), to: today }
  let day = addDays(today, -1)
  for (let back = 0; back < FAR_BACK && estimateDelivery(rules, day, 'near').shipBy >= today; back += 1)
    day = addDays(day, -1)
  return { from: '', to: day }
}
