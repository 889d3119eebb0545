import type { BackupTarget } from './backup-target.ts'
import type { BackupDestination } from './backup.service.ts'
import type { BackupSecret } from './encryption.ts'
import { createFolderTarget } from './folder-target.ts'
import type { S3Settings } from './s3-client.ts'
import { createS3Target } from './s3-target.ts'

/** Where backups go and what encrypts them, from the environment variables. */
export type BackupSettings = {
  location: { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings & { prefix: string } } | undefined
  secret: BackupSecret | undefined
}

export function createBackupTarget({ location }: BackupSettings): BackupTarget | undefined {
  if (!location) return undefined
  return location.kind === 'folder' ? createFolderTarget(location.folder) : createS3Target(location.settings)
}

/** Returns undefined if backups aren't set up. */
export function createBackupDestination(settings: BackupSettings): BackupDestination | undefined {
  const target = createBackupTarget(settings)
  return target && settings.secret && { target, secret: settings.secret }
}
