import type { Database } from '#server/platform/db/database.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import type { BackupService } from './backup.service.ts'

const MINUTE_MS = 60_000
/** Looks every hour whether last night's backup is there: what was slept through, or failed, is made up for. */
const LOOK_EVERY_MS = 60 * MINUTE_MS
const WATCH_EVERY_MS = 15 * MINUTE_MS

export function createBackupJobs(
  database: Pick<Database, 'orm'>,
  backups: Pick<BackupService, 'runIfDue' | 'watchAge'>,
): Queue[] {
  return [
    definePeriodicJob({ database, name: 'backup', everyMs: LOOK_EVERY_MS, run: backups.runIfDue }),
    definePeriodicJob({ database, name: 'backup_watch', everyMs: WATCH_EVERY_MS, run: backups.watchAge }),
  ]
}
