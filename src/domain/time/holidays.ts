import { addDays } from './periods.ts'

const MONDAY = 1
const THURSDAY = 4
const SUNDAY = 0

/** Days without mail in the US, as the Postal Service lists them. */
export function isHoliday(day: string): boolean {
  return holidaysOf(Number(day.slice(0, 4))).has(day)
}

/** Monday to Friday, and not a holiday. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day)
  return weekday >= MONDAY && weekday <= 5 && !isHoliday(day)
}

function holidaysOf(year: number): ReadonlySet<string> {
  const fixed = ['01-01', '06-19', '07-04', '11-11', '12-25'].map((date) => observed(`${year}-${date}`))
  return new Set([
    ...fixed,
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    // The last Monday of May.
    addDays(nth(year, 6, MONDAY, 1), -7),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ])
}

/** A holiday on a Sunday is observed on the following Monday. */
function observed(day: string): string {
  return weekdayOf(day) === SUNDAY ? addDays(day, 1) : day
}

/** The nth of that weekday in a month. */
function nth(year: number, month: number, weekday: number, count: number): string {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7)
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
