import { isInFuture } from './backup-schedule.ts'
import { shopDay } from './display.ts'
import { type Period, PERIODS, periodOf } from './periods.ts'

export type DatedBackup = { name: string; at: Date }

/** Number of recent days, weeks and months whose newest backup is kept. */
const RETAINED_PERIODS: Record<Period, number> = { day: 7, week: 4, month: 12 }

/**
 * Returns the backups to prune. Counts only periods that have a backup, so a shop that was off for a year keeps its old
 * ones. Backups from a clock that was ahead are neither counted nor pruned until their date has come: if counted, they
 * would push out the real ones.
 */
export function backupsToDelete<Backup extends DatedBackup>(backups: readonly Backup[], now: Date): Backup[] {
  const newestFirst = backups
    .filter(({ at }) => !isInFuture(at, now))
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
  return [...newest.values()].slice(0, RETAINED_PERIODS[period])
}
