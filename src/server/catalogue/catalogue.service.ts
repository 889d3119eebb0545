import type { ProductRow } from '#contract/products.ts'
import { chooseFeatured, type FeaturedChoice } from '#domain/catalogue/featured.ts'
import type { GalleryPicture, Ingredient, ProductDetail, ProductSummary } from '#domain/catalogue/product.ts'
import { SEARCH_PAGE_SIZE, searchWords } from '#domain/catalogue/search-terms.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findBadgeEvidence, type ListBestSellers, listFeaturedSlots } from './featured.queries.ts'
import { listIngredients } from './ingredients.queries.ts'
import { listGalleries } from './pictures.queries.ts'
import {
  findProduct,
  listEditTimes,
  listProductIds,
  listProductRows,
  listProducts,
  listRelated,
} from './products.queries.ts'
import { correctSpelling, searchProducts, suggest, type Suggestion } from './search.queries.ts'

export type FeaturedProduct = Omit<FeaturedChoice, 'productId'> & { product: ProductSummary }

export type SearchResult = {
  products: ProductSummary[]
  total: number
  /** The corrected words that were searched for when the typed ones found nothing. */
  correctedTo: string | undefined
}

const RELATED_COUNT = 4
const SUGGESTION_COUNT = 5

export type CatalogService = ReturnType<typeof createCatalogService>

export function createCatalogService({ orm }: Database, listBestSellers: ListBestSellers, lowAt: () => number) {
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

    listRelated: (product: ProductSummary): Promise<ProductSummary[]> => listRelated(orm, product, RELATED_COUNT),

    listIngredients: (): Promise<Ingredient[]> => listIngredients(orm),

    /** Accepts any text a visitor types. Pages count from 1. */
    async search(text: string, page: number): Promise<SearchResult> {
      const words = searchWords(text)
      const range = { limit: SEARCH_PAGE_SIZE, offset: (page - 1) * SEARCH_PAGE_SIZE }
      if (words.length === 0) return { products: [], total: 0, correctedTo: undefined }
      const found = await searchProducts(orm, words, range)
      if (found.total > 0) return { ...found, correctedTo: undefined }
      const corrected = await correctSpelling(orm, words)
      if (corrected.join() === words.join()) return { ...found, correctedTo: undefined }
      return { ...(await searchProducts(orm, corrected, range)), correctedTo: corrected.join(' ') }
    },

    async suggest(text: string): Promise<{ products: Suggestion[]; ingredients: Suggestion[] }> {
      const words = searchWords(text)
      return words.length === 0 ? { products: [], ingredients: [] } : suggest(orm, words, SUGGESTION_COUNT)
    },
  }
}
