export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Such as 09:00 and 17:00; null on a day when the shop is closed. */
export type OpenTimes = { opens: string; closes: string } | null

export type Hours = {
  days: Record<Weekday, OpenTimes>
  /** On business days, an email is answered within this many hours. */
  replyHours: number
}

const NINE_TO_FIVE: OpenTimes = { opens: '09:00', closes: '17:00' }

export const DEFAULT_HOURS: Hours = {
  days: {
    Monday: NINE_TO_FIVE,
    Tuesday: NINE_TO_FIVE,
    Wednesday: NINE_TO_FIVE,
    Thursday: NINE_TO_FIVE,
    Friday: NINE_TO_FIVE,
    Saturday: null,
    Sunday: null,
  },
  replyHours: 24,
}

/** 00:00 to 23:59. */
export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** Neighboring days with the same hours on one line: "Monday-Friday" and "9:00 AM-5:00 PM MST". */
export function hoursLines({ days }: Hours): { days: string; times: string }[] {
  const groups: { first: Weekday; last: Weekday; times: string; count: number }[] = []
  for (const day of WEEKDAYS) {
    const times = timesText(days[day])
    const group = groups.at(-1)
    if (group?.times === times) Object.assign(group, { last: day, count: group.count + 1 })
    else groups.push({ first: day, last: day, times, count: 1 })
  }
  return groups.map(({ first, last, times, count }) => ({ days: daysText(first, last, count), times }))
}

/** "We reply within 24 hours on business days". */
export function replyPromise({ replyHours }: Hours): string {
  return `within ${replyHours} ${replyHours === 1 ? 'hour' : 'hours'} on business days`
}

function daysText(first: Weekday, last: Weekday, count: number): string {
  if (count === WEEKDAYS.length) return 'Every day'
  if (count === 1) return first
  return count === 2 ? `${first} and ${last}` : `${first}-${last}`
}

function timesText(times: OpenTimes): string {
  return times ? `${clockText(times.opens)}-${clockText(times.closes)} MST` : 'Closed'
}

/** 13:30 -> "1:30 PM". */
function clockText(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 === 0 ? 12 : hour % 12}:${time.slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}
