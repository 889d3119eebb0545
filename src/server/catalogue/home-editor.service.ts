import type { Announcement } from '#domain/catalogue/announcement.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { FeaturedCard } from './featured-editor.queries.ts'
import { announcementPart, featuredPart, THE_BANNER, THE_HOME_PAGE } from './home.edits.ts'

export type HomeEditor = ReturnType<typeof createHomeEditor>

/** Edits the featured cards of the home page and the banner above every page. */
export function createHomeEditor({ orm }: Database) {
  return {
    async featured(): Promise<{ cards: FeaturedCard[]; version: string }> {
      const cards = (await featuredPart.read(orm, THE_HOME_PAGE)) ?? []
      return { cards, version: versionToken(cards) }
    },

    saveFeatured: (value: FeaturedCard[], expectedVersion: string, actor: Actor): Promise<EditResult<FeaturedCard[]>> =>
      orm.transaction((tx) => featuredPart.change(tx, { id: THE_HOME_PAGE, value, expectedVersion, actor })),

    async banner(): Promise<{ banner: Announcement | undefined; version: string }> {
      const banner = await announcementPart.read(orm, THE_BANNER)
      return { banner, version: versionToken(banner) }
    },

    saveBanner: (value: Announcement, expectedVersion: string, actor: Actor): Promise<EditResult<Announcement>> =>
      orm.transaction((tx) => announcementPart.change(tx, { id: THE_BANNER, value, expectedVersion, actor })),
  }
}
