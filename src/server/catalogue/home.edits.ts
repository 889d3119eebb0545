import { z } from 'zod'
import { NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import { BADGES } from '#domain/catalogue/featured.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { announcementSchema, findAnnouncement, storeAnnouncement } from './banner.queries.ts'
import { readFeatured, writeFeatured } from './featured-editor.queries.ts'
import { isProductThere } from './product-editor.queries.ts'

/** There is only one of each, but the audit log needs an id. */
export const THE_HOME_PAGE = 'home'
export const THE_BANNER = 'announcement'

export const featuredPart = editable({
  action: 'featured.change',
  subjectKind: 'featured',
  least: 'owner',
  schema: z.array(z.object({ productId: z.string(), badge: z.enum(BADGES) })).max(4),
  read: readFeatured,
  write: (tx, _id, cards) => writeFeatured(tx, cards),
  refuse: async (tx, _id, cards) => {
    if (new Set(cards.map(({ productId }) => productId)).size < cards.length)
      return 'A product can stand on one card only.'
    if (new Set(cards.map(({ badge }) => badge)).size < cards.length) return 'Each badge can stand on one card only.'
    for (const { productId } of cards) {
      if (!(await isProductThere(tx, productId))) return `There is no product ${productId}.`
    }
    return undefined
  },
})

export const announcementPart = editable({
  action: 'banner.change',
  subjectKind: 'setting',
  least: 'owner',
  schema: announcementSchema,
  read: async (tx) => (await findAnnouncement(tx)) ?? NO_ANNOUNCEMENT,
  write: (tx, _id, announcement) => storeAnnouncement(tx, announcement),
})
