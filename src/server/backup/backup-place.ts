import type { BackupTarget } from './backup-target.ts'
import type { BackupPlace } from './backup.service.ts'
import { createFolderTarget } from './folder-target.ts'
import type { S3Settings } from './s3-client.ts'
import { createS3Target } from './s3-target.ts'
import type { BackupSecret } from './seal.ts'

/** Where backups go and what encrypts them, as the environment says. */
export type BackupSettings = {
  place: { kind: 'folder'; folder: string } | { kind: 's3'; settings: S3Settings & { prefix: string } } | undefined
  secret: BackupSecret | undefined
}

export function createBackupTarget({ place }: BackupSettings): BackupTarget | undefined {
  if (!place) return undefined
  return place.kind === 'folder' ? createFolderTarget(place.folder) : createS3Target(place.settings)
}

/** Undefined when backups are not set up. */
export function createBackupPlace(settings: BackupSettings): BackupPlace | undefined {
  const target = createBackupTarget(settings)
  return target && settings.secret && { target, secret: settings.secret }
}
