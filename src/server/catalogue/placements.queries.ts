import { moveTo } from '#domain/catalogue/collections.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Placement } from './catalogue.views.ts'
import { listCollectionIds, listPlacements, lockCollections, writeProducts } from './collection-editor.queries.ts'
import { listMembers } from './collections.queries.ts'
import { isProductThere } from './product-editor.queries.ts'

export async function readPlacements(tx: Orm, productId: string): Promise<Placement[] | undefined> {
  await lockCollections(tx)
  if (!(await isProductThere(tx, productId))) return undefined
  return (await listPlacements(tx, [productId])).get(productId) ?? []
}

/** Puts a product in collections and takes it out of others; the order of the other products stays. */
export async function writePlacements(
  tx: Orm,
  productId: string,
  placements: readonly Placement[],
  current: readonly Placement[],
): Promise<void> {
  const ids = await listCollectionIds(tx)
  const members = await listMembers(tx)
  const placeIn = new Map(placements.map(({ collection, place }) => [ids.get(collection), place]))
  for (const id of new Set([...placements, ...current].map(({ collection }) => ids.get(collection)))) {
    if (id === undefined) continue
    const others = (members.get(id) ?? []).filter((other) => other !== productId)
    const place = placeIn.get(id)
    await writeProducts(tx, id, place === undefined ? others : moveTo([...others, productId], productId, place))
  }
}

/** Returns the first of these that isn't any collection's current or former address. */
export async function findUnknownCollection(tx: Orm, slugs: readonly string[]): Promise<string | undefined> {
  const known = await listCollectionIds(tx)
  return slugs.find((slug) => !known.has(slug))
}
