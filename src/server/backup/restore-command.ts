import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { byteSize } from '#domain/text/byte-size.ts'
import { isInFuture, newestBackup } from '#domain/time/backup-schedule.ts'
import { counted } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type BackupSettings, createBackupTarget } from './backup-destination.ts'
import { BackupError } from './backup-error.ts'
import { newestFirst, type StoredBackup } from './backup-target.ts'
import { type Manifest, rowCountOf } from './manifest.ts'
import type { BackupSource } from './read-archive.ts'
import { openBackup } from './restore.ts'
import { describeRestored } from './settle-restored.ts'

export type RestoreDeps = {
  settings: BackupSettings
  /** Called only after the backup has been verified. */
  openDatabase: () => Promise<Database>
  now: () => Date
  migrationsFolder: string
}

const RESTORE_USAGE = `Usage:
  npm run restore -- latest               restore the newest backup in BACKUP_DIR or the bucket
  npm run restore -- <name or file>       restore this backup
  npm run restore -- list                 list the backups
Add --check to verify the backup without restoring it, or --replace to overwrite the shop in the database.`

const NO_SECRET = 'Set BACKUP_KEY or BACKUP_PASSPHRASE to the one the backup was made with.'

/** `npm run restore`. Returns the text to print; throws a BackupError if the backup can't be restored. */
export async function runRestoreCommand(args: readonly string[], deps: RestoreDeps): Promise<string> {
  const options = args.filter((arg) => arg.startsWith('--'))
  const [which, ...extra] = args.filter((arg) => !arg.startsWith('--'))
  const isUnknown = options.some((option) => option !== '--check' && option !== '--replace')
  if (which === undefined || extra.length > 0 || isUnknown) throw new BackupError(RESTORE_USAGE)
  if (which === 'list') return listBackups(deps.settings, deps.now())
  const { secret } = deps.settings
  if (!secret) throw new BackupError(NO_SECRET)
  const source = await findSource(which, deps.settings, deps.now())
  const { manifest, restoreInto } = await openBackup({ source, secret, migrationsFolder: deps.migrationsFolder })
  if (options.includes('--check')) return `This backup is intact: ${describe(manifest)}.`
  const database = await deps.openDatabase()
  try {
    const restored = await restoreInto(database, { isReplacing: options.includes('--replace') })
    return `Restored ${describe(manifest)}.\n\n${describeRestored(restored)}`
  } finally {
    await database.close()
  }
}

function describe(manifest: Manifest): string {
  const { takenAt, tables } = manifest
  return `${counted(rowCountOf(manifest), 'row')} in ${counted(tables.length, 'table')}, as of ${takenAt}`
}

async function listBackups(settings: BackupSettings, now: Date): Promise<string> {
  const target = targetOf(settings)
  return linesOf(await target.list(), now) || `There are no backups in ${target.name}.`
}

function linesOf(stored: readonly StoredBackup[], now: Date): string {
  return stored
    .map(({ name, at, bytes }) => `${name}  ${byteSize(bytes)}${isInFuture(at, now) ? '  (the clock was wrong)' : ''}`)
    .join('\n')
}

/** An existing local file takes precedence over a name in the target. */
async function findSource(which: string, settings: BackupSettings, now: Date): Promise<BackupSource> {
  const file = path.resolve(which)
  if (which !== 'latest' && (await isFile(file))) return async () => createReadStream(file)
  const target = targetOf(settings)
  const stored = await target.list()
  const found = which === 'latest' ? findLatest(stored, target.name, now) : stored.find(({ name }) => name === which)
  if (!found) throw new BackupError(`No such backup in ${target.name}.`)
  return target.open(found.name)
}

/** Throws if there are several shops to choose from. Names without a shop are from before they had one. */
function findLatest(stored: readonly StoredBackup[], place: string, now: Date): StoredBackup | undefined {
  const byShop = Map.groupBy(stored, ({ shopId }) => shopId)
  if (byShop.size > 1) byShop.delete(undefined)
  // If every date is in the future, it is this machine's clock that is wrong.
  const latest = [...byShop.values()].flatMap((backups) => newestBackup(backups, now) ?? backups[0] ?? [])
  if (latest.length > 1)
    throw new BackupError(
      `There are backups of ${latest.length} shops in ${place}. Pass the name of the one to restore:\n${linesOf(newestFirst(latest), now)}`,
    )
  return latest[0]
}

function targetOf(settings: BackupSettings) {
  const target = createBackupTarget(settings)
  if (!target) throw new BackupError('Pass the path of a backup, or set BACKUP_DIR or the BACKUP_S3_ variables.')
  return target
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
}
