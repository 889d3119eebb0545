import type { Announcement } from '#domain/catalogue/announcement.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, printOf } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { FeaturedCard } from './featured-editor.queries.ts'
import { announcementPart, featuredPart, THE_BANNER, THE_HOME_PAGE } from './home.edits.ts'

export type HomeEditor = ReturnType<typeof createHomeEditor>

/** What stands on the home page and above every other. */
export function createHomeEditor({ orm }: Database) {
  return {
    async featured(): Promise<{ cards: FeaturedCard[]; print: string }> {
      const cards = (await featuredPart.read(orm, THE_HOME_PAGE)) ?? []
      return { cards, print: printOf(cards) }
    },

    saveFeatured: (value: FeaturedCard[], seen: string, actor: Actor): Promise<EditResult<FeaturedCard[]>> =>
      orm.transaction((tx) => featuredPart.change(tx, { id: THE_HOME_PAGE, value, seen, actor })),

    async banner(): Promise<{ banner: Announcement | undefined; print: string }> {
      const banner = await announcementPart.read(orm, THE_BANNER)
      return { banner, print: printOf(banner) }
    },

    saveBanner: (value: Announcement, seen: string, actor: Actor): Promise<EditResult<Announcement>> =>
      orm.transaction((tx) => announcementPart.change(tx, { id: THE_BANNER, value, seen, actor })),
  }
}
