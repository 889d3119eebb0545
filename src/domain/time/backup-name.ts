const PATTERN = /^bloomera-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z(?:-([0-9a-f]{8}))?\.backup$/

export type BackupName = {
  at: Date
  /** The shop that made it; undefined in names from before shops had an id. */
  shopId: string | undefined
}

/** A sortable name with the time of the snapshot; no colons, as some file systems don't allow them. */
export function backupName(at: Date, shopId: string): string {
  return `bloomera-${at.toISOString().replaceAll(/[:.]/g, '-')}-${shopId}.backup`
}

/** Returns undefined if the file isn't a backup. */
export function parseBackupName(name: string): BackupName | undefined {
  const [, day, hours, minutes, seconds, millis, shopId] = PATTERN.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`)
  return Number.isNaN(at.getTime()) ? undefined : { at, shopId }
}
