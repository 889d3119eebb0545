import { addDays } from '../time/periods.ts'
import type { Days } from '../time/report-range.ts'
import { isDay } from '../time/shop-day.ts'
import { type DeliveryRules, estimateDelivery } from './delivery-estimate.ts'
import type { OrderList } from './order-lists.ts'

/** When orders of a list were placed. Relative to today, so a saved filter stays useful. */
export const PLACED_NAMES = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  late: 'Late to ship',
} as const
export type Placed = keyof typeof PLACED_NAMES
export const PLACED = Object.keys(PLACED_NAMES) as Placed[]

/** A list with its filter. An order that was opened from it leads back to it, and to the next one of it. */
export type ListView = {
  list: OrderList
  placed: Placed | undefined
  /** Only orders paid on these days, for the numbers of a report. */
  paid: Days | undefined
}

/** The list with the filter of an address or a form. */
export function toListView(list: OrderList, read: (name: string) => string): ListView {
  const [given, from, to] = [read('placed'), read('from'), read('to')]
  return {
    list,
    placed: PLACED.find((name) => name === given),
    paid: isDay(from) && isDay(to) && from <= to ? { from, to } : undefined,
  }
}

/** The parameters of its address. */
export function viewSearch({ list, placed, paid }: ListView) {
  return { list, placed, ...paid }
}

/** The same as fields of a form. */
export function viewFields({ list, placed, paid }: ListView): Record<string, string> {
  return { list, ...(placed && { placed }), ...paid }
}

/** Which days the orders of a view were placed and paid on. */
export type ViewDays = { placed?: Days | undefined; paid?: Days | undefined }

export function viewDays({ placed, paid }: ListView, today: string, rules: DeliveryRules): ViewDays {
  return { placed: placed && placedDays(placed, today, rules), paid }
}

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
