import type { Database } from '#server/platform/db/database.ts'
import { definePeriodicJob } from '#server/platform/worker/periodic-job.ts'
import type { Queue } from '#server/platform/worker/queue.ts'
import type { BackupService } from './backup.service.ts'

const MINUTE_MS = 60_000
/** Polls the target instead of running at a fixed time, so a missed or failed night is retried within the hour. */
const CHECK_DUE_EVERY_MS = 60 * MINUTE_MS
const CHECK_AGE_EVERY_MS = 15 * MINUTE_MS

export function createBackupJobs(
  database: Pick<Database, 'orm'>,
  backups: Pick<BackupService, 'runIfDue' | 'checkAge'>,
): Queue[] {
  return [
    definePeriodicJob({ database, name: 'backup', everyMs: CHECK_DUE_EVERY_MS, run: backups.runIfDue }),
    definePeriodicJob({ database, name: 'backup_watch', everyMs: CHECK_AGE_EVERY_MS, run: backups.checkAge }),
  ]
}
