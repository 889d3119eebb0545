import { backupsToDelete } from '#domain/time/backup-retention.ts'
import { isBackupDue, isInFuture, newestBackup } from '#domain/time/backup-schedule.ts'
import { longDate, shopDay } from '#domain/time/display.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { errorText } from '#server/platform/error-text.ts'
import { BackupError } from './backup-error.ts'
import { type BackupRecord, findBackupRecord, statusOf, updateBackupRecord } from './backup-status.ts'
import type { BackupTarget, StoredBackup } from './backup-target.ts'
import type { BackupStatus } from './backup.views.ts'
import type { BackupSecret } from './encryption.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'
import { findShopId } from './shop-id.ts'
import { listTables } from './snapshot.queries.ts'

export type BackupDestination = { target: BackupTarget; secret: BackupSecret }

export type BackupDeps = {
  database: Pick<Database, 'orm' | 'engine'>
  /** Undefined if backups aren't set up. */
  destination: BackupDestination | undefined
  raiseAlert: RaiseAlert
  now: () => Date
}

export type BackupService = ReturnType<typeof createBackupService>

/** A stored backup, and why older ones weren't deleted, if they should have been. */
export type BackupOutcome = MadeBackup & { warning: string | undefined }

/** While it is held, the backup shows as running. */
type Lease = { release: () => Promise<void> }

type RunOptions = {
  /** Accepts a folder that lacks the marker of the earlier backups: the disk was replaced. */
  isNewFolder?: boolean
}

export const BACKUPS_NOT_SET_UP =
  'Backups aren’t set up. Set BACKUP_DIR or the BACKUP_S3_ variables, and BACKUP_KEY or BACKUP_PASSPHRASE.'

const LEASE_MS = 60_000
const RENEW_LEASE_MS = 15_000

/** Makes backups, prunes old ones, and alerts the owner when a backup fails or is overdue. */
export function createBackupService({ database, destination, raiseAlert, now }: BackupDeps) {
  const { orm } = database
  /** The backup that this process is making. */
  let current: { lease: Promise<Lease>; outcome: Promise<BackupOutcome> } | undefined

  /** Stores the new status and raises or resolves alerts in the same transaction. */
  async function recordOutcome(change: Partial<BackupRecord>): Promise<void> {
    await orm.transaction(async (tx) => {
      const at = now()
      const { problem, pruneProblem, ...record } = await updateBackupRecord(tx, change, at)
      const day = shopDay(at)
      if (problem) await raiseAlert(tx, { kind: 'backup-failed', subject: day, detail: problem.text })
      else await resolveAlerts(tx, { kinds: ['backup-failed'], resolution: 'A backup succeeded.', now: at })
      if (pruneProblem) await raiseAlert(tx, { kind: 'backup-not-pruned', subject: day, detail: pruneProblem.text })
      else await resolveAlerts(tx, { kinds: ['backup-not-pruned'], resolution: 'They were deleted.', now: at })
      await updateStaleAlert(tx, { ...record, problem, pruneProblem })
    })
  }

  /** The alert's subject is the day, so the owner is notified once a day until there is a newer backup. */
  async function updateStaleAlert(tx: Orm, record: BackupRecord): Promise<void> {
    const at = now()
    if (!statusOf(record, destination?.target.name, at).isStale)
      return resolveAlerts(tx, { kinds: ['backup-stale'], resolution: 'There is a newer backup.', now: at })
    const cause = record.problem?.text ?? 'If this machine died now, everything since then would be lost.'
    await raiseAlert(tx, { kind: 'backup-stale', subject: shopDay(at), detail: `${ageText(record, at)} ${cause}` })
  }

  /** Throws if the place that backups went to has disappeared: others, on the wrong disk, would go unnoticed. */
  async function recognize(target: BackupTarget, { isNewFolder = false }: RunOptions): Promise<void> {
    const record = await findBackupRecord(orm)
    if (!(await target.isMarked())) {
      if (record?.place === target.name && !isNewFolder)
        throw new BackupError(
          `The earlier backups aren’t in ${target.name} anymore. Is its disk mounted? If you replaced it, run: npm run backup -- --new-folder`,
        )
      await target.mark()
    }
    if (record?.place !== target.name)
      await orm.transaction((tx) => updateBackupRecord(tx, { place: target.name }, now()))
  }

  async function listOwn(target: BackupTarget): Promise<StoredBackup[]> {
    const shopId = await findShopId(orm, now())
    return (await target.list()).filter((backup) => backup.shopId === shopId)
  }

  /** Returns why old backups couldn't be deleted. The new one is stored in any case. */
  async function prune(target: BackupTarget): Promise<BackupRecord['pruneProblem']> {
    try {
      for (const { name } of backupsToDelete(await listOwn(target), now())) await target.remove(name)
      return null
    } catch (error) {
      const cause = error instanceof BackupError ? error.message : errorText(error)
      return { at: now(), text: `Old backups in ${target.name} couldn’t be deleted. ${cause}` }
    }
  }

  async function holdLease(): Promise<Lease> {
    if ((await listTables(orm)).length === 0) throw new BackupError('There is no shop in this database.')
    const since = now()
    async function renew(): Promise<void> {
      const running = { since, until: new Date(now().getTime() + LEASE_MS) }
      await orm.transaction((tx) => updateBackupRecord(tx, { running }, now()))
    }
    await renew()
    let renewal = Promise.resolve()
    const timer = setInterval(() => {
      renewal = renew().catch(() => {})
    }, RENEW_LEASE_MS)
    timer.unref()
    return {
      async release() {
        clearInterval(timer)
        await renewal
      },
    }
  }

  async function makeAndRecord(
    { target, secret }: BackupDestination,
    lease: Promise<Lease>,
    options: RunOptions,
  ): Promise<BackupOutcome> {
    try {
      await lease
      await recognize(target, options)
      const made = await makeBackup(database, target, secret, { at: now(), shopId: await findShopId(orm, now()) })
      const pruneProblem = await prune(target)
      await (await lease).release()
      const { name, at, bytes } = made
      await recordOutcome({ newest: { name, at, bytes }, problem: null, pruneProblem, running: null })
      return { ...made, warning: pruneProblem?.text }
    } catch (error) {
      await lease.then(({ release }) => release()).catch(() => {})
      throw await recordFailure(error)
    }
  }

  /** Returns the error with a message for the user. If the database can't store the failure either, that is ignored. */
  async function recordFailure(cause: unknown): Promise<BackupError> {
    const error =
      cause instanceof BackupError ? cause : new BackupError(`The backup failed: ${errorText(cause)}`, { cause })
    await recordOutcome({ problem: { at: now(), text: error.message }, running: null }).catch(() => {})
    return error
  }

  /** Joins the backup that this process is making already. */
  function begin(options: RunOptions) {
    if (!destination) throw new BackupError(BACKUPS_NOT_SET_UP)
    if (current) return current
    const lease = holdLease()
    const outcome = makeAndRecord(destination, lease, options).finally(() => {
      current = undefined
    })
    current = { lease, outcome }
    return current
  }

  const run = async (options: RunOptions = {}): Promise<BackupOutcome> => begin(options).outcome

  async function status(): Promise<BackupStatus> {
    return statusOf(await findBackupRecord(orm), destination?.target.name, now())
  }

  return {
    run,
    status,

    /** Starts a backup without waiting for its outcome, which `status` reports. */
    async start(): Promise<void> {
      if ((await status()).runningSince) return
      const { lease, outcome } = begin({})
      outcome.catch(() => {})
      await lease
    },

    /** Waits for a backup that was started. */
    async finish(): Promise<void> {
      await current?.outcome.catch(() => {})
    },

    /** Makes last night's backup if it is missing; otherwise refreshes the stored status from the target. */
    async runIfDue(): Promise<void> {
      if (!destination) return
      const { target } = destination
      let newest: StoredBackup | undefined
      try {
        await recognize(target, {})
        newest = newestBackup(await listOwn(target), now())
      } catch (error) {
        throw await recordFailure(error)
      }
      if (!newest || isBackupDue(newest.at, now())) return void (await run())
      const record = await findBackupRecord(orm)
      const { name, at, bytes } = newest
      const pruneProblem = record?.pruneProblem ? await prune(target) : null
      await recordOutcome({ newest: { name, at, bytes }, problem: null, pruneProblem })
    },

    /** Separate from `runIfDue`, which may hang with its target. */
    async checkAge(): Promise<void> {
      if (!destination) return
      await orm.transaction(async (tx) => updateStaleAlert(tx, await updateBackupRecord(tx, {}, now())))
    },
  }
}

function ageText({ newest }: BackupRecord, now: Date): string {
  if (!newest) return 'There hasn’t been one since backups were set up.'
  const day = longDate(newest.at)
  return isInFuture(newest.at, now)
    ? `The newest one is dated ${day}, which is in the future: the clock was wrong.`
    : `The newest one was made on ${day}.`
}
