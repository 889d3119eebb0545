import { backupsToDelete } from '#domain/time/backup-retention.ts'
import { isBackupDue } from '#domain/time/backup-schedule.ts'
import { longDate, shopDay } from '#domain/time/display.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/error-text.ts'
import { BackupError } from './backup-error.ts'
import { type BackupRecord, findBackupRecord, statusOf, storeBackupRecord } from './backup-status.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import type { BackupStatus } from './backup.views.ts'
import type { BackupSecret } from './encryption.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'

export type BackupDestination = { target: BackupTarget; secret: BackupSecret }

export type BackupDeps = {
  database: Pick<Database, 'orm' | 'engine'>
  /** Undefined if backups aren't set up. */
  destination: BackupDestination | undefined
  raiseAlert: RaiseAlert
  now: () => Date
}

export type BackupService = ReturnType<typeof createBackupService>

export const BACKUPS_NOT_SET_UP =
  'Backups aren’t set up. Set BACKUP_DIR or the BACKUP_S3_ variables, and BACKUP_KEY or BACKUP_PASSPHRASE.'

/** Makes backups, prunes old ones, and alerts the owner when a backup fails or is overdue. */
export function createBackupService({ database, destination, raiseAlert, now }: BackupDeps) {
  const { orm } = database

  /** Stores the new status and raises or resolves alerts in the same transaction. */
  async function recordOutcome(change: Partial<BackupRecord>): Promise<void> {
    await orm.transaction(async (tx) => {
      const at = now()
      const record = await findBackupRecord(tx)
      const next = { since: at, newest: null, problem: null, ...record, ...change }
      await storeBackupRecord(tx, next, at)
      if (next.problem) await raiseAlert(tx, { kind: 'backup-failed', subject: shopDay(at), detail: next.problem.text })
      else await resolveAlerts(tx, { kinds: ['backup-failed'], resolution: 'A backup succeeded.', now: at })
      await updateStaleAlert(tx, next)
    })
  }

  /** The alert's subject is the day, so the owner is notified once a day until there is a newer backup. */
  async function updateStaleAlert(tx: Orm, record: BackupRecord): Promise<void> {
    const at = now()
    if (!statusOf(record, destination?.target.name, at).isStale)
      return resolveAlerts(tx, { kinds: ['backup-stale'], resolution: 'There is a newer backup.', now: at })
    const age = record.newest
      ? `The newest one was made on ${longDate(record.newest.at)}.`
      : 'There hasn’t been one since backups were set up.'
    const cause = record.problem?.text ?? 'If this machine died now, everything since then would be lost.'
    await raiseAlert(tx, { kind: 'backup-stale', subject: shopDay(at), detail: `${age} ${cause}` })
  }

  /** Call only once the new backup is stored. */
  async function prune({ target }: BackupDestination): Promise<StoredBackup[]> {
    for (const { name } of backupsToDelete(await target.list())) await target.remove(name)
    return target.list()
  }

  async function run(): Promise<MadeBackup> {
    if (!destination) throw new BackupError(BACKUPS_NOT_SET_UP)
    try {
      const made = await makeBackup(database, destination.target, destination.secret, now())
      const [newest = null] = await prune(destination)
      await recordOutcome({ newest, problem: null })
      return made
    } catch (error) {
      await recordFailure(error)
      throw error
    }
  }

  /** If the database can't store the failure either, the caller still rethrows the original error. */
  async function recordFailure(cause: unknown): Promise<void> {
    const problem = { at: now(), text: describeError(cause) }
    await recordOutcome({ problem }).catch(() => {})
  }

  return {
    run,

    /** Makes last night's backup if it is missing; otherwise refreshes the stored status from the target. */
    async runIfDue(): Promise<void> {
      if (!destination) return
      let stored: StoredBackup[]
      try {
        stored = await destination.target.list()
      } catch (error) {
        await recordFailure(error)
        throw error
      }
      const [newest] = stored
      if (!newest || isBackupDue(newest.at, now())) await run()
      else await recordOutcome({ newest, problem: null })
    },

    /** Separate from `runIfDue`, which may hang with its target. */
    async checkAge(): Promise<void> {
      if (!destination) return
      await orm.transaction(async (tx) => {
        const record = await findBackupRecord(tx)
        if (record) await updateStaleAlert(tx, record)
        else await storeBackupRecord(tx, { since: now(), newest: null, problem: null }, now())
      })
    },

    status: async (): Promise<BackupStatus> => statusOf(await findBackupRecord(orm), destination?.target.name, now()),
  }
}

function describeError(error: unknown): string {
  return error instanceof BackupError ? error.message : `The backup failed: ${errorText(error)}`
}
