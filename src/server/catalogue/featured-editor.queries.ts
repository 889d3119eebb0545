import { asc } from 'drizzle-orm'
import { type Badge, BADGES } from '#domain/catalogue/featured.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { featuredProductsTable } from './catalogue.tables.ts'

export type FeaturedCard = { productId: string; badge: Badge }

/** The cards of the home page as the owner laid them out, before earned badges are applied. */
export async function readFeatured(tx: Orm): Promise<FeaturedCard[]> {
  const rows = await tx.select().from(featuredProductsTable).orderBy(asc(featuredProductsTable.slot)).for('update')
  return rows.flatMap(({ productId, badge }) =>
    BADGES.filter((known) => known === badge).map((known) => ({ productId, badge: known })),
  )
}

export async function writeFeatured(tx: Orm, cards: readonly FeaturedCard[]): Promise<void> {
  await tx.delete(featuredProductsTable)
  if (cards.length > 0)
    await tx.insert(featuredProductsTable).values(cards.map((card, index) => ({ ...card, slot: index + 1 })))
}
