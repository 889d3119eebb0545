import { addDays, dayName } from './periods.ts'
import { isDay } from './shop-day.ts'

/** The preset ranges, in days up to today. */
export const RANGE_DAYS = [7, 30, 90] as const
export type RangeDays = (typeof RANGE_DAYS)[number]
const USUAL_DAYS: RangeDays = 30

/** A chart that would have more points than this is by week. */
const MOST_DAILY_POINTS = 92
const WEEK = 7
/** Two years, one of them a leap year. */
const MAX_DAYS = 731
const EARLIEST = '2000-01-01'

/** Days of the shop, both inclusive. */
export type Days = { from: string; to: string }

export type ReportRange = Days & {
  /** Undefined for a custom range. */
  preset: RangeDays | undefined
  length: number
  /** The same number of days, right before the first one. */
  before: Days
  /** Days per point, counted from the first day, so that each point has a counterpart of the same length before it. */
  step: number
}

/** From the address; empty if missing. */
export type AskedRange = { days: string; from: string; to: string }

export type RangeChoice = { range: ReportRange; problem: string | undefined }

/** The requested range; if that isn't possible, the default range and why. */
export function toReportRange({ days, from, to }: AskedRange, today: string): RangeChoice {
  const preset = RANGE_DAYS.find((count) => String(count) === days) ?? USUAL_DAYS
  if (from === '' && to === '') return { range: lastDays(preset, today), problem: undefined }
  const problem = problemOf({ from, to }, today)
  return problem === undefined
    ? { range: toRange({ from, to }, undefined), problem }
    : { range: lastDays(USUAL_DAYS, today), problem }
}

function problemOf({ from, to }: Days, today: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return 'Choose the first and the last day.'
  if (from > to) return 'The first day must be before the last.'
  if (to > today) return 'The last day can’t be in the future.'
  if (from < EARLIEST) return 'Choose days after 1999.'
  return daysBetween(from, to) > MAX_DAYS ? 'Choose two years at most.' : undefined
}

function lastDays(count: RangeDays, today: string): ReportRange {
  return toRange({ from: addDays(today, 1 - count), to: today }, count)
}

function toRange({ from, to }: Days, preset: RangeDays | undefined): ReportRange {
  const length = daysBetween(from, to)
  return {
    from,
    to,
    preset,
    length,
    before: { from: addDays(from, -length), to: addDays(from, -1) },
    step: length > MOST_DAILY_POINTS ? WEEK : 1,
  }
}

/** First and last day of each point. The last one may be shorter. */
export function pointsOf({ from, to }: Days, step: number): Days[] {
  const points: Days[] = []
  for (let start = from; start <= to; start = addDays(start, step)) {
    const end = addDays(start, step - 1)
    points.push({ from: start, to: end < to ? end : to })
  }
  return points
}

/** 'Mar 4', or 'Mar 4 – Mar 10'; with the year if it differs from `today`'s. */
export function daysName({ from, to }: Days, today: string): string {
  const day = (of: string) => dayName(of) + (of.slice(0, 4) === today.slice(0, 4) ? '' : `, ${of.slice(0, 4)}`)
  return from === to ? day(from) : `${day(from)} – ${day(to)}`
}

/** 'Last 30 days', or the days themselves. */
export function rangeName(range: ReportRange, today: string): string {
  return range.preset === undefined ? daysName(range, today) : `Last ${range.preset} days`
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
}
