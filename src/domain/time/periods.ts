/** Chart intervals: day, week (from Monday) or month. Days are formatted as 2026-03-04. */
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export function isPeriod(value: unknown): value is Period {
  return PERIODS.some((period) => period === value)
}

/** Number of intervals per chart. */
export const PERIOD_COUNTS: Record<Period, number> = { day: 30, week: 12, month: 12 }

/** First day of the period. */
export function periodOf(day: string, period: Period): string {
  if (period === 'day') return day
  if (period === 'month') return `${day.slice(0, 7)}-01`
  const sinceMonday = (toDate(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** First days of the periods up to the current one, oldest first. */
export function recentPeriods(today: string, period: Period): string[] {
  const current = periodOf(today, period)
  return Array.from({ length: PERIOD_COUNTS[period] }, (_, index) =>
    stepBack(current, period, PERIOD_COUNTS[period] - 1 - index),
  )
}

export function addDays(day: string, count: number): string {
  const date = toDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return toDay(date)
}

/** 'Mar 4', or 'Mar 2026' for a month. */
export function periodName(start: string, period: Period): string {
  return toDate(start).toLocaleDateString('en-US', {
    month: 'short',
    timeZone: 'UTC',
    ...(period === 'month' ? { year: 'numeric' } : { day: 'numeric' }),
  })
}

function stepBack(start: string, period: Period, count: number): string {
  if (period !== 'month') return addDays(start, -count * (period === 'week' ? 7 : 1))
  const date = toDate(start)
  date.setUTCMonth(date.getUTCMonth() - count)
  return toDay(date)
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
