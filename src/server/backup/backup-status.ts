import { z } from 'zod'
import { isBackupStale } from '#domain/time/backup-schedule.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import type { StoredBackup } from './backup-target.ts'
import type { BackupStatus } from './backup.views.ts'

const KEY = 'backup-status'
const moment = z.iso.datetime().transform((text) => new Date(text))

/** What is known of the target without asking it: it may be slow, or away. */
const knownSchema = z.object({
  /** Since when backups are set up: the age of the newest as long as there is none. */
  since: moment,
  newest: z.object({ name: z.string(), at: moment, bytes: z.number() }).nullable(),
  problem: z.object({ at: moment, text: z.string() }).nullable(),
})

export type KnownBackups = z.infer<typeof knownSchema>

export async function findKnownBackups(orm: Orm): Promise<KnownBackups | undefined> {
  return knownSchema.safeParse(await findSetting(orm, KEY)).data
}

export async function storeKnownBackups(tx: Orm, known: KnownBackups, now: Date): Promise<void> {
  const newest = known.newest && pickStored(known.newest)
  // As JSON would have it, and as the schema reads it back.
  await storeSetting(tx, KEY, JSON.parse(JSON.stringify({ ...known, newest })), now)
}

export function statusOf(known: KnownBackups | undefined, target: string | undefined, now: Date): BackupStatus {
  const isSetUp = target !== undefined
  return {
    target,
    newest: known?.newest ?? undefined,
    problem: isSetUp ? (known?.problem ?? undefined) : undefined,
    isStale: isSetUp && known !== undefined && isBackupStale(known.newest?.at ?? known.since, now),
  }
}

function pickStored({ name, at, bytes }: StoredBackup): StoredBackup {
  return { name, at, bytes }
}
