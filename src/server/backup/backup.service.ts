import { backupsToDelete } from '#domain/time/backup-retention.ts'
import { isBackupDue } from '#domain/time/backup-schedule.ts'
import { longDate, shopDay } from '#domain/time/display.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/error-text.ts'
import { BackupError } from './backup-error.ts'
import { findKnownBackups, type KnownBackups, statusOf, storeKnownBackups } from './backup-status.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import type { BackupStatus } from './backup.views.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'
import type { BackupSecret } from './seal.ts'

export type BackupPlace = { target: BackupTarget; secret: BackupSecret }

export type BackupDeps = {
  database: Pick<Database, 'orm' | 'engine'>
  /** Undefined when backups are not set up. */
  place: BackupPlace | undefined
  raiseAlert: RaiseAlert
  now: () => Date
}

export type BackupService = ReturnType<typeof createBackupService>

export const BACKUPS_NOT_SET_UP =
  'Backups are not set up. Set BACKUP_DIR, or the BACKUP_S3_ variables, and BACKUP_KEY or BACKUP_PASSPHRASE.'

/** Makes backups, removes those that are no longer kept, and tells the owner when that does not work. */
export function createBackupService({ database, place, raiseAlert, now }: BackupDeps) {
  const { orm } = database

  /** Writes down what became of it, with the alert that follows from it. */
  async function note(change: Partial<KnownBackups>): Promise<void> {
    await orm.transaction(async (tx) => {
      const at = now()
      const known = await findKnownBackups(tx)
      const next = { since: at, newest: null, problem: null, ...known, ...change }
      await storeKnownBackups(tx, next, at)
      if (next.problem) await raiseAlert(tx, { kind: 'backup-failed', subject: shopDay(at), detail: next.problem.text })
      else await resolveAlerts(tx, { kinds: ['backup-failed'], resolution: 'A backup worked.', now: at })
      await followAge(tx, next)
    })
  }

  /** Alerts are about a day: as long as nothing is done the owner hears of it once on each. */
  async function followAge(tx: Orm, known: KnownBackups): Promise<void> {
    const at = now()
    if (!statusOf(known, place?.target.name, at).isStale)
      return resolveAlerts(tx, { kinds: ['backup-stale'], resolution: 'There is a newer backup.', now: at })
    const age = known.newest
      ? `The newest one was made on ${longDate(known.newest.at)}.`
      : 'There hasn’t been one since backups were set up.'
    const cause = known.problem?.text ?? 'If this machine died now, everything since then would be lost.'
    await raiseAlert(tx, { kind: 'backup-stale', subject: shopDay(at), detail: `${age} ${cause}` })
  }

  /** Only after the new one is in its place. */
  async function prune({ target }: BackupPlace): Promise<StoredBackup[]> {
    for (const { name } of backupsToDelete(await target.list())) await target.remove(name)
    return target.list()
  }

  async function run(): Promise<MadeBackup> {
    if (!place) throw new BackupError(BACKUPS_NOT_SET_UP)
    try {
      const made = await makeBackup(database, place.target, place.secret, now())
      const [newest = null] = await prune(place)
      await note({ newest, problem: null })
      return made
    } catch (error) {
      await noteProblem(error)
      throw error
    }
  }

  /** A database that cannot write this down either must not hide what went wrong first. */
  async function noteProblem(cause: unknown): Promise<void> {
    const problem = { at: now(), text: sentenceOf(cause) }
    await note({ problem }).catch(() => {})
  }

  return {
    run,

    /** What the clock asks for: last night's backup if it is missing, and a look at what is there. */
    async runIfDue(): Promise<void> {
      if (!place) return
      let stored: StoredBackup[]
      try {
        stored = await place.target.list()
      } catch (error) {
        await noteProblem(error)
        throw error
      }
      const [newest] = stored
      if (!newest || isBackupDue(newest.at, now())) await run()
      else await note({ newest, problem: null })
    },

    /** Apart from the making: it must not wait for a target that hangs. */
    async watchAge(): Promise<void> {
      if (!place) return
      await orm.transaction(async (tx) => {
        const known = await findKnownBackups(tx)
        if (known) await followAge(tx, known)
        else await storeKnownBackups(tx, { since: now(), newest: null, problem: null }, now())
      })
    },

    status: async (): Promise<BackupStatus> => statusOf(await findKnownBackups(orm), place?.target.name, now()),
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof BackupError ? error.message : `The backup failed: ${errorText(error)}`
}
