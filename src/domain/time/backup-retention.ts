import { shopDay } from './display.ts'
import { type Period, PERIODS, periodOf } from './periods.ts'

export type DatedBackup = { name: string; at: Date }

/** How many of the most recent days, weeks and months that have a backup keep their newest one. */
const BACKUPS_KEPT: Record<Period, number> = { day: 7, week: 4, month: 12 }

/**
 * Returns the backups that are no longer kept. Counted by days that have a backup, not by the calendar: a shop that was
 * off for a year still has what it had.
 */
export function backupsToDelete<Backup extends DatedBackup>(backups: readonly Backup[]): Backup[] {
  const newestFirst = backups
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map((backup) => ({ backup, day: shopDay(backup.at) }))
  const kept = new Set(PERIODS.flatMap((period) => newestPerPeriod(newestFirst, period)))
  return newestFirst.map(({ backup }) => backup).filter((backup) => !kept.has(backup))
}

function newestPerPeriod<Backup>(newestFirst: readonly { backup: Backup; day: string }[], period: Period): Backup[] {
  const newest = new Map<string, Backup>()
  for (const { backup, day } of newestFirst) {
    const start = periodOf(day, period)
    if (!newest.has(start)) newest.set(start, backup)
  }
  return [...newest.values()].slice(0, BACKUPS_KEPT[period])
}
