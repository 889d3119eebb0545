import { indexIngredients } from '#domain/catalogue/ingredient-names.ts'
import type { ProductDetail, ProductSummary } from '#domain/catalogue/product.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { remember } from '#server/platform/remember.ts'
import { listCollectionsOfAll } from './collections.queries.ts'
import { addDetails, hasMoreProducts, listProducts, listRecords, toSummary } from './products.queries.ts'
import { listIngredientNames } from './search.queries.ts'

/** What a product page shows, and the collections the product is in, those of the menu first. */
type RememberedProduct = { detail: ProductDetail; summary: ProductSummary; collectionIds: readonly string[] }

export type ProductMemory = ReturnType<typeof createProductMemory>

/** A shop with more products reads those of each page. */
const MOST_REMEMBERED = 500

/**
 * The products on sale as pages show them, read once after a change instead of for every page: one change outdates all
 * of those at once. Invalidated together with the pages, so that it's never older than they are. Only for pages: prices
 * to charge, and what the desk shows, are read from the database.
 */
export function createProductMemory({ orm }: Pick<Database, 'orm'>, most = MOST_REMEMBERED) {
  const records = remember(async () => ((await hasMoreProducts(orm, most)) ? undefined : listRecords(orm)))
  const cards = remember(async () => (await records.get())?.map(toSummary))
  const products = remember(async () => {
    const found = await records.get()
    if (!found) return undefined
    const [details, collections] = await Promise.all([addDetails(orm, found), listCollectionsOfAll(orm)])
    return new Map(
      details.map(({ record, detail }): [string, RememberedProduct] => {
        const { id } = detail
        return [id, { detail, summary: toSummary(record), collectionIds: collections.get(id) ?? [] }]
      }),
    )
  })
  const ingredients = remember(async () => indexIngredients(await listIngredientNames(orm)))
  return {
    /** By name; undefined if there are too many to remember. */
    cards: cards.get,

    /** By id, in the order of names; undefined if there are too many to remember. */
    products: products.get,

    /** To find the ingredients that a search excludes. */
    ingredients: ingredients.get,

    /** Called when pages are outdated. A read already in flight is not used by later calls. */
    invalidate(): void {
      for (const part of [records, cards, products, ingredients]) part.invalidate()
    },
  }
}

/** Products by name as cards show them, from memory if possible; all of them if no ids are given. */
export async function listCards(
  orm: Orm,
  memory: ProductMemory | undefined,
  ids?: readonly string[],
): Promise<ProductSummary[]> {
  const remembered = await memory?.cards()
  if (!remembered) return listProducts(orm, ids ? { ids } : {})
  const wanted = ids && new Set(ids)
  return remembered.filter(({ id }) => !wanted || wanted.has(id))
}
