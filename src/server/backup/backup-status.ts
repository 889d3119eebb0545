import { z } from 'zod'
import { isBackupStale } from '#domain/time/backup-schedule.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import type { StoredBackup } from './backup-target.ts'
import type { BackupStatus } from './backup.views.ts'

const KEY = 'backup-status'
const timestamp = z.iso.datetime().transform((text) => new Date(text))

/** Last known state of the target, stored so that the desk never waits for a slow or unreachable one. */
const recordSchema = z.object({
  /** When backups were set up. Staleness counts from here until there is a first backup. */
  since: timestamp,
  newest: z.object({ name: z.string(), at: timestamp, bytes: z.number() }).nullable(),
  problem: z.object({ at: timestamp, text: z.string() }).nullable(),
})

export type BackupRecord = z.infer<typeof recordSchema>

export async function findBackupRecord(orm: Orm): Promise<BackupRecord | undefined> {
  return recordSchema.safeParse(await findSetting(orm, KEY)).data
}

export async function storeBackupRecord(tx: Orm, record: BackupRecord, now: Date): Promise<void> {
  const newest = record.newest && pickStored(record.newest)
  // Dates become ISO strings, which is what the schema parses.
  await storeSetting(tx, KEY, JSON.parse(JSON.stringify({ ...record, newest })), now)
}

export function statusOf(record: BackupRecord | undefined, target: string | undefined, now: Date): BackupStatus {
  const isSetUp = target !== undefined
  return {
    target,
    newest: record?.newest ?? undefined,
    problem: isSetUp ? (record?.problem ?? undefined) : undefined,
    isStale: isSetUp && record !== undefined && isBackupStale(record.newest?.at ?? record.since, now),
  }
}

function pickStored({ name, at, bytes }: StoredBackup): StoredBackup {
  return { name, at, bytes }
}
