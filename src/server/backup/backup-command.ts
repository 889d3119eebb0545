import { byteSize } from '#domain/text/byte-size.ts'
import { BackupError } from './backup-error.ts'
import type { BackupService } from './backup.service.ts'

const USAGE = `Usage:
  npm run backup                          make a backup now
  npm run backup -- --new-folder          the same, after the disk of BACKUP_DIR was replaced
Set BACKUP_DIR or the BACKUP_S3_ variables to choose where backups go.`

/** `npm run backup`, in its own process or in the shop process that owns the database. */
export async function runBackupCommand(
  args: readonly string[],
  backups: Pick<BackupService, 'run'>,
): Promise<{ ok: boolean; text: string }> {
  const isNewFolder = args.includes('--new-folder')
  if (args.length > (isNewFolder ? 1 : 0)) return { ok: false, text: USAGE }
  try {
    const { name, bytes, rows, warning } = await backups.run({ isNewFolder })
    const lines = [`Backed up and verified ${rows} rows (${byteSize(bytes)}): ${name}`, ...(warning ? [warning] : [])]
    return { ok: true, text: lines.join('\n') }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { ok: false, text: error.message }
  }
}
