import { byteSize } from '#domain/text/byte-size.ts'
import { BackupError } from './backup-error.ts'
import type { BackupService } from './backup.service.ts'

const USAGE = 'Say npm run backup, and nothing more: where backups go is set with BACKUP_DIR or BACKUP_S3_.'

/** `npm run backup`, in a process of its own or in the shop that holds the database. */
export async function runBackupCommand(
  words: readonly string[],
  backups: Pick<BackupService, 'run'>,
): Promise<{ ok: boolean; text: string }> {
  if (words.length > 0) return { ok: false, text: USAGE }
  try {
    const { name, bytes, rows } = await backups.run()
    return { ok: true, text: `Backed up ${rows} rows, ${byteSize(bytes)}, and read them back: ${name}` }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { ok: false, text: error.message }
  }
}
