import type { ProductRow } from '#contract/products.ts'
import { chooseFeatured, type FeaturedChoice } from '#domain/catalogue/featured.ts'
import type { GalleryPicture, Ingredient, ProductDetail, ProductSummary } from '#domain/catalogue/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findBadgeEvidence, type ListBestSellers, listFeaturedSlots } from './featured.queries.ts'
import { listIngredients } from './ingredients.queries.ts'
import { listGalleries } from './pictures.queries.ts'
import {
  findProduct,
  listDetails,
  listEditTimes,
  listProductIds,
  listProductRows,
  listProducts,
  listRelated,
} from './products.queries.ts'
import { createSearchService } from './search.service.ts'

export type FeaturedProduct = Omit<FeaturedChoice, 'productId'> & { product: ProductSummary }

const RELATED_COUNT = 4

export type CatalogService = ReturnType<typeof createCatalogService>

export function createCatalogService({ orm }: Database, listBestSellers: ListBestSellers, lowAt: () => number) {
  const { search, suggest } = createSearchService({ orm })
  return {
    async listFeatured(): Promise<FeaturedProduct[]> {
      const [slots, evidence] = await Promise.all([
        listFeaturedSlots(orm),
        findBadgeEvidence(orm, listBestSellers, lowAt()),
      ])
      const choices = chooseFeatured(slots, evidence)
      const products = await listProducts(orm, { ids: choices.map(({ productId }) => productId) })
      return choices.flatMap(({ productId, ...choice }) => {
        const product = products.find(({ id }) => id === productId)
        return product ? [{ ...choice, product }] : []
      })
    },

    listAll: (): Promise<ProductSummary[]> => listProducts(orm, {}),

    /** The pictures of every product that has more than the one rendered under its id. */
    listGalleries: (): Promise<ReadonlyMap<string, GalleryPicture[]>> => listGalleries(orm),

    listIds: (): Promise<string[]> => listProductIds(orm),

    listEditTimes: (): Promise<ReadonlyMap<string, Date>> => listEditTimes(orm),

    /** All of them for programs, under the names of the columns. */
    listRows: (): Promise<ProductRow[]> => listProductRows(orm),

    async findRow(slug: string): Promise<ProductRow | undefined> {
      const [row] = await listProductRows(orm, slug)
      return row
    },

    findBySlug: (slug: string): Promise<ProductDetail | undefined> => findProduct(orm, slug),

    /** With all facts, to be compared. */
    listDetails: (ids?: readonly string[]): Promise<ProductDetail[]> => listDetails(orm, ids),

    listRelated: (product: ProductSummary): Promise<ProductSummary[]> => listRelated(orm, product, RELATED_COUNT),

    listIngredients: (): Promise<Ingredient[]> => listIngredients(orm),

    search,

    suggest,
  }
}
