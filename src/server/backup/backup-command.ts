import { byteSize } from '#domain/text/byte-size.ts'
import { BackupError } from './backup-error.ts'
import type { BackupService } from './backup.service.ts'

const USAGE =
  'npm run backup takes no arguments. Set BACKUP_DIR or the BACKUP_S3_ variables to choose where backups go.'

/** `npm run backup`, in its own process or in the shop process that owns the database. */
export async function runBackupCommand(
  args: readonly string[],
  backups: Pick<BackupService, 'run'>,
): Promise<{ ok: boolean; text: string }> {
  if (args.length > 0) return { ok: false, text: USAGE }
  try {
    const { name, bytes, rows } = await backups.run()
    return { ok: true, text: `Backed up and verified ${rows} rows (${byteSize(bytes)}): ${name}` }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { ok: false, text: error.message }
  }
}
