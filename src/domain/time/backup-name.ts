const PATTERN = /^bloomera-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/

/** A name that says when the snapshot was taken and sorts by it; without colons, which not every disk can hold. */
export function backupName(at: Date): string {
  return `bloomera-${at.toISOString().replaceAll(/[:.]/g, '-')}.backup`
}

/** When a backup was taken; undefined for a file that is none of ours. */
export function backupTime(name: string): Date | undefined {
  const [, day, hours, minutes, seconds, millis] = PATTERN.exec(name) ?? []
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
