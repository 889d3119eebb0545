import { announcementAt, NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLiveValue } from '#server/platform/settings/live-value.ts'
import { findAnnouncement } from './banner.queries.ts'

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

/** The line above every page, which starts and ends by the clock. */
export function createAnnouncementService({ orm }: Pick<Database, 'orm'>, now: () => Date, defaultText: () => string) {
  return {
    ...createLiveValue({
      initial: NO_ANNOUNCEMENT,
      find: async () => (await findAnnouncement(orm)) ?? NO_ANNOUNCEMENT,
      shownNow: (announcement) => announcementAt(announcement, now(), defaultText()),
    }),
    /** What is shown without the owner's text. */
    defaultText,
  }
}
