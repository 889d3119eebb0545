import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { byteSize } from '#domain/text/byte-size.ts'
import { counted } from '#domain/time/display.ts'
import type { Database } from '#server/platform/db/database.ts'
import { BackupError } from './backup-error.ts'
import { type BackupSettings, createBackupTarget } from './backup-place.ts'
import { type Manifest, rowCountOf } from './manifest.ts'
import type { BackupSource } from './read-archive.ts'
import { openBackup } from './restore.ts'

export type RestoreDeps = {
  settings: BackupSettings
  /** Opened last: nothing is touched before the backup is known to be whole. */
  openDatabase: () => Promise<Database>
  migrationsFolder: string
}

const RESTORE_USAGE = `Say which backup:
  npm run restore -- latest               the newest one in BACKUP_DIR or the bucket
  npm run restore -- <name or file>       this one
  npm run restore -- list                 what there is
Add --check to read it only, or --replace to put it in the place of the shop that is there.`

const NO_SECRET = 'Set BACKUP_KEY or BACKUP_PASSPHRASE to what the backup was made with.'

/** `npm run restore`: returns what to print; throws a BackupError with the one sentence that says why not. */
export async function runRestoreCommand(words: readonly string[], deps: RestoreDeps): Promise<string> {
  const options = words.filter((word) => word.startsWith('--'))
  const [which, ...others] = words.filter((word) => !word.startsWith('--'))
  const isUnknown = options.some((option) => option !== '--check' && option !== '--replace')
  if (which === undefined || others.length > 0 || isUnknown) throw new BackupError(RESTORE_USAGE)
  if (which === 'list') return listBackups(deps.settings)
  const { secret } = deps.settings
  if (!secret) throw new BackupError(NO_SECRET)
  const source = await findSource(which, deps.settings)
  const { manifest, restoreInto } = await openBackup({ source, secret, migrationsFolder: deps.migrationsFolder })
  if (options.includes('--check')) return `This backup is whole: ${describe(manifest)}.`
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
  return `${counted(rowCountOf(manifest), 'row')} of ${counted(tables.length, 'table')}, as of ${takenAt}`
}

async function listBackups(settings: BackupSettings): Promise<string> {
  const stored = await placeOf(settings).list()
  const lines = stored.map(({ name, bytes }) => `${name}  ${byteSize(bytes)}`)
  return lines.join('\n') || `There are no backups in ${placeOf(settings).name}.`
}

/** A file that exists is meant as such; anything else is a name in the target. */
async function findSource(which: string, settings: BackupSettings): Promise<BackupSource> {
  const file = path.resolve(which)
  if (which !== 'latest' && (await isFile(file))) return async () => createReadStream(file)
  const target = placeOf(settings)
  const stored = await target.list()
  const found = which === 'latest' ? stored[0] : stored.find(({ name }) => name === which)
  if (!found) throw new BackupError(`There is no such backup in ${target.name}.`)
  return target.open(found.name)
}

function placeOf(settings: BackupSettings) {
  const target = createBackupTarget(settings)
  if (!target) throw new BackupError('Name a backup file, or set BACKUP_DIR or the BACKUP_S3_ variables.')
  return target
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  )
}
