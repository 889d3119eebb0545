import { announcementAt, NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findAnnouncement } from './banner.queries.ts'

const CHECK_MS = 5000

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

/**
 * The line above every page. It is cached in memory so that pages that need no database stay that way. A database
 * notification reloads it; the clock starts and ends it.
 */
export function createAnnouncementService({ orm }: Pick<Database, 'orm'>, now: () => Date, defaultText: () => string) {
  let known = NO_ANNOUNCEMENT
  let shown = current()
  let notify = () => {}

  function current(): string {
    return announcementAt(known, now(), defaultText())
  }

  function notifyIfChanged(): void {
    const text = current()
    if (text === shown) return
    shown = text
    notify()
  }

  return {
    current,
    /** What is shown without a text of the owner's. */
    defaultText,

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
