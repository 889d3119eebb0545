import { dateFormatter } from './date-formatter.ts'

/** Intervals: day, week (from Monday) or month. Days are formatted as 2026-03-04. */
export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

/** First day of the period. */
export function periodOf(day: string, period: Period): string {
  if (period === 'day') return day
  if (period === 'month') return `${day.slice(0, 7)}-01`
  const sinceMonday = (toDate(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

export function addDays(day: string, count: number): string {
  const date = toDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return toDay(date)
}

const monthAndDay = dateFormatter('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** 'Mar 4'. */
export function dayName(day: string): string {
  return monthAndDay(toDate(day))
}

function toDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10)
}
