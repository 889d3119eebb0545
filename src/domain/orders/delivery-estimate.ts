import { shortDay } from '../time/display.ts'
import { isBusinessDay, isHoliday } from '../time/holidays.ts'
import { addDays } from '../time/periods.ts'
import type { StateCode } from './us-states.ts'

/** Regions with about the same transit time; which are near depends on the shop's own state. */
export const ZONES = {
  near: 'Your state and its neighbors',
  rest: 'The other states',
  far: 'Alaska and Hawaii',
} as const
export type Zone = keyof typeof ZONES
export const ZONE_KEYS = Object.keys(ZONES) as Zone[]

const FAR = new Set<StateCode>(['AK', 'HI'])

export type DeliveryRules = {
  /** Business days from the order until the package leaves. */
  handlingDays: number
  /** Business days in transit. */
  transit: Record<Zone, { from: number; to: number }>
  /** Days without packing, in addition to weekends and holidays. */
  closedDays: readonly string[]
}

/** The rules as used by pages and emails, once the owner turns them on. */
export type StatedDelivery = DeliveryRules & {
  /** The shop's own state and its neighbors. */
  near: readonly StateCode[]
}

/** Shop days, such as 2026-11-19. */
export type Arrival = { from: string; to: string }
export type DeliveryEstimate = Arrival & { shipBy: string }

export function zoneOf(state: StateCode, near: readonly StateCode[]): Zone {
  if (near.includes(state)) return 'near'
  return FAR.has(state) ? 'far' : 'rest'
}

/** The range of days in which an order placed on that day usually arrives, in that state or anywhere. */
export function arrivalOf(delivery: StatedDelivery, orderedOn: string, state?: StateCode): Arrival {
  const zones = state ? [zoneOf(state, delivery.near)] : ZONE_KEYS
  const spans = zones.map((zone) => estimateDelivery(delivery, orderedOn, zone))
  return { from: earliest(spans.map(({ from }) => from)), to: latest(spans.map(({ to }) => to)) }
}

/** The same for a package that shipped on that day. */
export function arrivalAfterShipping(delivery: StatedDelivery, shippedOn: string, state: StateCode): Arrival {
  const { from, to } = delivery.transit[zoneOf(state, delivery.near)]
  return { from: daysLater(shippedOn, from, isBusinessDay), to: daysLater(shippedOn, to, isBusinessDay) }
}

/** "Thu, Nov 19 to Sat, Nov 21". Never a promise: the text around it says "usually arrives". */
export function arrivalText({ from, to }: Arrival): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`
}

/** "4 to 10 business days": always true, so for cached pages. */
export function arrivalInDays({ handlingDays, transit }: DeliveryRules): string {
  const { from, to } = transitOverall(transit)
  const [first, last] = [handlingDays + from, handlingDays + to]
  return first === last ? businessDays(last) : `${first} to ${businessDays(last)}`
}

/** The shortest and longest transit time to any state. */
export function transitOverall(transit: DeliveryRules['transit']): { from: number; to: number } {
  const spans = ZONE_KEYS.map((zone) => transit[zone])
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
}

/** The latest day an order from that shop day ships, and the days between which it arrives. */
export function estimateDelivery(rules: DeliveryRules, orderedOn: string, zone: Zone): DeliveryEstimate {
  const isPackingDay = (day: string) => isBusinessDay(day) && !rules.closedDays.includes(day)
  const shipBy = daysLater(orderedOn, rules.handlingDays, isPackingDay)
  const { from, to } = rules.transit[zone]
  return { shipBy, from: daysLater(shipBy, from, isBusinessDay), to: daysLater(shipBy, to, isBusinessDay) }
}

/** "Orders ship within 2 business days and usually arrive 3 to 5 business days later." */
export function deliverySentence({ handlingDays, transit }: DeliveryRules): string {
  const ships =
    handlingDays === 0 ? 'Orders ship the same business day' : `Orders ship within ${businessDays(handlingDays)}`
  const { from, to } = transitOverall(transit)
  return `${ships} and usually arrive ${from === to ? businessDays(to) : `${from} to ${businessDays(to)}`} later.`
}

/** Holidays between the order and its arrival that make it take longer. */
export function holidaysUntil(orderedOn: string, last: string): string[] {
  const days: string[] = []
  for (let day = orderedOn; day <= last; day = addDays(day, 1)) if (isHoliday(day)) days.push(day)
  return days
}

/** That many counted days later; for zero, the day itself or the next counted day. */
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

function earliest(days: readonly string[]): string {
  return days.toSorted()[0] ?? ''
}

function latest(days: readonly string[]): string {
  return days.toSorted().at(-1) ?? ''
}

function businessDays(count: number): string {
  return `${count} business ${count === 1 ? 'day' : 'days'}`
}
