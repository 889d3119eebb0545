const PATTERN = /^bloomera-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/

/** A sortable name with the time of the snapshot; no colons, as some file systems don't allow them. */
export function backupName(at: Date): string {
  return `bloomera-${at.toISOString().replaceAll(/[:.]/g, '-')}.backup`
}

/** Returns when a backup was taken, or undefined if the file isn't one of our backups. */
export function backupTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds, millis] = PATTERN.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
