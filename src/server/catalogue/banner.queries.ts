import { z } from 'zod'
import type { Announcement } from '#domain/catalogue/announcement.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

/** A database trigger invalidates the cached pages when this setting changes. */
const KEY = 'announcement'

export const announcementSchema = z.object({
  text: z.string().max(120),
  isOn: z.boolean(),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
}) satisfies z.ZodType<Announcement>

export async function findAnnouncement(orm: Orm): Promise<Announcement | undefined> {
  // An unreadable banner counts as none, so it can't keep the shop from starting.
  return announcementSchema.optional().safeParse(await findSetting(orm, KEY)).data
}

export async function storeAnnouncement(tx: Orm, announcement: Announcement): Promise<void> {
  await storeSetting(tx, KEY, announcement, new Date())
}
