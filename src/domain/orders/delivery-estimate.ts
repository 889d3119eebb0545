import { isBusinessDay, isHoliday } from '../time/holidays.ts'
import { addDays } from '../time/periods.ts'
import type { StateCode } from './us-states.ts'

/** Where packages take about equally long from Utah. */
export const ZONES = {
  near: { name: 'Utah and its neighbors', states: ['UT', 'AZ', 'CO', 'ID', 'NM', 'NV', 'WY'] },
  rest: { name: 'The other states', states: [] },
  far: { name: 'Alaska and Hawaii', states: ['AK', 'HI'] },
} as const satisfies Record<string, { name: string; states: readonly StateCode[] }>
export type Zone = keyof typeof ZONES
export const ZONE_KEYS = Object.keys(ZONES) as Zone[]

export type DeliveryRules = {
  /** Business days from the order until the package leaves. */
  handlingDays: number
  /** Business days on the way. */
  transit: Record<Zone, { from: number; to: number }>
  /** Days when nobody packs, on top of weekends and holidays. */
  closedDays: readonly string[]
}

export type DeliveryEstimate = { shipBy: string; from: string; to: string }

export function zoneOf(state: StateCode): Zone {
  return ZONE_KEYS.find((zone) => ZONES[zone].states.some((code) => code === state)) ?? 'rest'
}

/** When an order of that shop day leaves at the latest, and between which days it arrives. */
export function estimateDelivery(rules: DeliveryRules, orderedOn: string, zone: Zone): DeliveryEstimate {
  const isPackingDay = (day: string) => isBusinessDay(day) && !rules.closedDays.includes(day)
  const shipBy = daysLater(orderedOn, rules.handlingDays, isPackingDay)
  const { from, to } = rules.transit[zone]
  return { shipBy, from: daysLater(shipBy, from, isBusinessDay), to: daysLater(shipBy, to, isBusinessDay) }
}

/** "Orders ship within 2 business days and arrive 3 to 5 business days later." */
export function deliverySentence({ handlingDays, transit }: DeliveryRules): string {
  const ships =
    handlingDays === 0 ? 'Orders ship the same business day' : `Orders ship within ${businessDays(handlingDays)}`
  const spans = ZONE_KEYS.map((zone) => transit[zone])
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.to))
  return `${ships} and arrive ${from === to ? businessDays(to) : `${from} to ${businessDays(to)}`} later.`
}

/** Holidays between the order and its arrival that make it take longer. */
export function holidaysUntil(orderedOn: string, last: string): string[] {
  const days: string[] = []
  for (let day = orderedOn; day <= last; day = addDays(day, 1)) if (isHoliday(day)) days.push(day)
  return days
}

/** The day that many counted days later; with none, the day itself or the next one that counts. */
function daysLater(start: string, count: number, counts: (day: string) => boolean): string {
  let day = start
  let left = count
  if (count === 0) while (!counts(day)) day = addDays(day, 1)
  while (left > 0) {
    day = addDays(day, 1)
    if (counts(day)) left -= 1
  }
  return day
}

function businessDays(count: number): string {
  return `${count} business ${count === 1 ? 'day' : 'days'}`
}
