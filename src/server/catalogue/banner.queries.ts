import { z } from 'zod'
import type { Announcement } from '#domain/catalogue/announcement.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

/** The database's own trigger tells the pages when this one changes. */
const KEY = 'announcement'

export const announcementSchema = z.object({
  text: z.string().max(120),
  isOn: z.boolean(),
  from: z.iso.datetime().nullable(),
  until: z.iso.datetime().nullable(),
}) satisfies z.ZodType<Announcement>

export async function findAnnouncement(orm: Orm): Promise<Announcement | undefined> {
  // One that cannot be read is none: the shop opens without a banner rather than not at all.
  return announcementSchema.optional().safeParse(await findSetting(orm, KEY)).data
}

export async function storeAnnouncement(tx: Orm, announcement: Announcement): Promise<void> {
  await storeSetting(tx, KEY, announcement, new Date())
}
