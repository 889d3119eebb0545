import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { byteSize } from '#domain/text/byte-size.ts'
import { counted } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type BackupSettings, createBackupTarget } from './backup-destination.ts'
import { BackupError } from './backup-error.ts'
import { type Manifest, rowCountOf } from './manifest.ts'
import type { BackupSource } from './read-archive.ts'
import { openBackup } from './restore.ts'

export type RestoreDeps = {
  settings: BackupSettings
  /** Called only after the backup has been verified. */
  openDatabase: () => Promise<Database>
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
  if (which === 'list') return listBackups(deps.settings)
  const { secret } = deps.settings
  if (!secret) throw new BackupError(NO_SECRET)
  const source = await findSource(which, deps.settings)
  const { manifest, restoreInto } = await openBackup({ source, secret, migrationsFolder: deps.migrationsFolder })
  if (options.includes('--check')) return `This backup is intact: ${describe(manifest)}.`
  const database = await deps.openDatabase()
  try {
    await restoreInto(database, { isReplacing: options.includes('--replace') })
  } finally {
    await database.close()
  }
  return `Restored ${describe(manifest)}. Start the shop with npm start.`
}

function describe(manifest: Manifest): string {
  const { takenAt, tables } = manifest
  return `${counted(rowCountOf(manifest), 'row')} in ${counted(tables.length, 'table')}, as of ${takenAt}`
}

async function listBackups(settings: BackupSettings): Promise<string> {
  const stored = await targetOf(settings).list()
  const lines = stored.map(({ name, bytes }) => `${name}  ${byteSize(bytes)}`)
  return lines.join('\n') || `There are no backups in ${targetOf(settings).name}.`
}

/** An existing local file takes precedence over a name in the target. */
async function findSource(which: string, settings: BackupSettings): Promise<BackupSource> {
  const file = path.resolve(which)
  if (which !== 'latest' && (await isFile(file))) return async () => createReadStream(file)
  const target = targetOf(settings)
  const stored = await target.list()
  const found = which === 'latest' ? stored[0] : stored.find(({ name }) => name === which)
  if (!found) throw new BackupError(`No such backup in ${target.name}.`)
  return target.open(found.name)
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
