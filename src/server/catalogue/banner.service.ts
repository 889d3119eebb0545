import { announcementAt, NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findAnnouncement } from './banner.queries.ts'

const CHECK_MS = 5000

/**
 * The line above every page. It is cached in memory so that pages that need no database stay that way. A database
 * notification reloads it; the clock starts and ends it.
 */
export function createAnnouncementService({ orm }: Pick<Database, 'orm'>, now: () => Date) {
  let known = NO_ANNOUNCEMENT
  let shown = announcementAt(known, now())
  let notify = () => {}

  function notifyIfChanged(): void {
    const text = announcementAt(known, now())
    if (text === shown) return
    shown = text
    notify()
  }

  return {
    current: (): string => announcementAt(known, now()),

    async load(): Promise<void> {
      known = (await findAnnouncement(orm)) ?? NO_ANNOUNCEMENT
      notifyIfChanged()
    },

    /** Calls the listener whenever the text changes. */
    onTurn(listener: () => void): () => void {
      notify = listener
      const timer = setInterval(notifyIfChanged, CHECK_MS)
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
