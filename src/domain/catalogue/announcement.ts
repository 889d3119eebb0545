export type Announcement = {
  text: string
  isOn: boolean
  /** ISO timestamps; null means no start or no end. */
  from: string | null
  until: string | null
}

export const NO_ANNOUNCEMENT: Announcement = { text: '', isOn: false, from: null, until: null }

/** The owner's text while it is active, the default otherwise. */
export function announcementAt({ text, isOn, from, until }: Announcement, now: Date, otherwise: string): string {
  const hasBegun = new Date(from ?? 0) <= now
  const hasEnded = until !== null && new Date(until) <= now
  return isOn && text !== '' && hasBegun && !hasEnded ? text : otherwise
}
