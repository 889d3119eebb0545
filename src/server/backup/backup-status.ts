import { z } from 'zod'
import { isBackupStale, isInFuture } from '#domain/time/backup-schedule.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import { notifyBackupChanged } from './backup-status.queries.ts'
import type { BackupStatus } from './backup.views.ts'

export const BACKUP_STATUS_KEY = 'backup-status'
const timestamp = z.iso.datetime().transform((text) => new Date(text))
const problem = z.object({ at: timestamp, text: z.string() })

/** Last known state of the target, stored so that the desk never waits for a slow or unreachable one. */
const recordSchema = z.object({
  /** When backups were set up. Until there is a first backup, staleness counts from here. */
  since: timestamp,
  newest: z.object({ name: z.string(), at: timestamp, bytes: z.number() }).nullable(),
  problem: problem.nullable(),
  /** Why old backups weren't deleted. */
  pruneProblem: problem.nullable().default(null),
  /** The marked target, so that its disappearance is noticed. */
  place: z.string().nullable().default(null),
  /** A lease: if the process dies, the backup counts as running no longer than `until`. */
  running: z.object({ since: timestamp, until: timestamp }).nullable().default(null),
})

export type BackupRecord = z.infer<typeof recordSchema>

export async function findBackupRecord(orm: Orm): Promise<BackupRecord | undefined> {
  return recordSchema.safeParse(await findSetting(orm, BACKUP_STATUS_KEY)).data
}

/** Changes some fields and returns the record. Concurrent changes wait for each other. */
export async function updateBackupRecord(tx: Orm, change: Partial<BackupRecord>, now: Date): Promise<BackupRecord> {
  await lockSetting(tx, BACKUP_STATUS_KEY)
  const before = await findBackupRecord(tx)
  const record = {
    since: now,
    newest: null,
    problem: null,
    pruneProblem: null,
    place: null,
    running: null,
    ...before,
    ...change,
  }
  // Set by a clock that was ahead: staleness would count from there.
  if (isInFuture(record.since, now)) record.since = now
  // Dates become ISO strings, which is what the schema parses.
  await storeSetting(tx, BACKUP_STATUS_KEY, JSON.parse(JSON.stringify(record)), now)
  await notifyBackupChanged(tx)
  return record
}

export function statusOf(record: BackupRecord | undefined, target: string | undefined, now: Date): BackupStatus {
  const isSetUp = target !== undefined
  return {
    target,
    newest: record?.newest ?? undefined,
    problem: isSetUp ? (record?.problem ?? undefined) : undefined,
    pruneProblem: isSetUp ? (record?.pruneProblem ?? undefined) : undefined,
    runningSince: isSetUp && record?.running && isRunning(record.running, now) ? record.running.since : undefined,
    isStale: isSetUp && record !== undefined && isBackupStale(record.newest?.at ?? record.since, now),
  }
}

function isRunning({ since, until }: NonNullable<BackupRecord['running']>, now: Date): boolean {
  return until > now && !isInFuture(since, now)
}
