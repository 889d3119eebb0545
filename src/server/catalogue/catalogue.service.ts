import type { ProductRow } from '#contract/products.ts'
import { chooseFeatured, type FeaturedChoice } from '#domain/catalogue/featured.ts'
import type { GalleryPicture, Ingredient, ProductDetail, ProductSummary } from '#domain/catalogue/product.ts'
import { findPartner, isForMorning } from '#domain/catalogue/routine-pair.ts'
import type { FinderOil } from '#domain/catalogue/routine.ts'
import { firstChoice, isSoldOut } from '#domain/catalogue/stock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findBadgeEvidence, type ListBestSellers, listFeaturedSlots } from './featured.queries.ts'
import { listIngredients, listIngredientSlugs } from './ingredients.queries.ts'
import { listGalleries } from './pictures.queries.ts'
import { listCards, type ProductMemory } from './product-memory.ts'
import {
  findProduct,
  listDetails,
  listEditTimes,
  listFinderOils,
  listProductIds,
  listProductRows,
  listRelated,
  listRoutineMates,
} from './products.queries.ts'
import { createSearchService } from './search.service.ts'

export type FeaturedProduct = Omit<FeaturedChoice, 'productId'> & { product: ProductSummary }

const RELATED_COUNT = 4
/** More than a shop of this kind sells; it only keeps a page from reading a warehouse. */
const MOST_MATES = 200

/** The oil to pair with a product over a day, and whether the product itself is for the morning. */
export type Routine = { partner: ProductSummary; isForMorning: boolean }

type Named = { slug: string; name: string }

export type IngredientPage = {
  ingredient: Ingredient
  products: ProductSummary[]
  before: Named | undefined
  after: Named | undefined
}

function named(entry: Ingredient | undefined): Named | undefined {
  return entry && { slug: entry.slug, name: entry.name }
}

export type CatalogService = ReturnType<typeof createCatalogService>

export function createCatalogService(
  { orm }: Pick<Database, 'orm'>,
  listBestSellers: ListBestSellers,
  lowAt: () => number,
  memory?: ProductMemory,
  questions: () => readonly string[] = () => [],
) {
  const { search, suggest } = createSearchService({ orm }, questions, memory)
  const cards = (ids?: readonly string[]) => listCards(orm, memory, ids)

  async function rememberedOils(): Promise<(ProductDetail & { summary: ProductSummary })[] | undefined> {
    const remembered = await memory?.products()
    return remembered && Array.from(remembered.values(), ({ detail, summary }) => ({ ...detail, summary }))
  }

  return {
    async listFeatured(): Promise<FeaturedProduct[]> {
      const [slots, evidence] = await Promise.all([
        listFeaturedSlots(orm),
        findBadgeEvidence(orm, listBestSellers, lowAt()),
      ])
      const choices = chooseFeatured(slots, evidence)
      const products = await cards(choices.map(({ productId }) => productId))
      return choices.flatMap(({ productId, ...choice }) => {
        const product = products.find(({ id }) => id === productId)
        return product ? [{ ...choice, product }] : []
      })
    },

    listAll: (): Promise<ProductSummary[]> => cards(),

    /** The pictures of every product that has more than the one rendered under its id. */
    listGalleries: (): Promise<ReadonlyMap<string, GalleryPicture[]>> => listGalleries(orm),

    listIds: (): Promise<string[]> => listProductIds(orm),

    listEditTimes: (): Promise<ReadonlyMap<string, Date>> => listEditTimes(orm),

    /** All of them for API clients, under the names of the columns. */
    listRows: (): Promise<ProductRow[]> => listProductRows(orm),

    async findRow(slug: string): Promise<ProductRow | undefined> {
      const [row] = await listProductRows(orm, slug)
      return row
    },

    async findBySlug(slug: string): Promise<ProductDetail | undefined> {
      const remembered = await memory?.products()
      return remembered ? remembered.get(slug)?.detail : findProduct(orm, slug)
    },

    /** With all facts, to be compared. */
    listDetails: (ids: readonly string[]): Promise<ProductDetail[]> => listDetails(orm, ids),

    /** With the facts used to choose a routine. */
    async listFinderOils(): Promise<(FinderOil & { summary: ProductSummary })[]> {
      return (await rememberedOils()) ?? listFinderOils(orm)
    },

    listRelated: (product: ProductSummary): Promise<ProductSummary[]> => listRelated(orm, product, RELATED_COUNT),

    async findRoutine(product: ProductDetail): Promise<Routine | undefined> {
      const mates = (await rememberedOils()) ?? (await listRoutineMates(orm, product, MOST_MATES))
      const partner = findPartner(
        product,
        mates.filter(({ summary }) => !isSoldOut(summary, firstChoice(summary))),
      )
      return partner && { partner: partner.summary, isForMorning: isForMorning(product, partner) }
    },

    listIngredients: (): Promise<Ingredient[]> => listIngredients(orm),

    listIngredientSlugs: (): Promise<string[]> => listIngredientSlugs(orm),

    /** With the oils that contain it, and its neighbors in the glossary. */
    async findIngredient(slug: string): Promise<IngredientPage | undefined> {
      const glossary = await listIngredients(orm)
      const place = glossary.findIndex((entry) => entry.slug === slug)
      const ingredient = glossary[place]
      if (!ingredient) return undefined
      const products = await cards(ingredient.products.map(({ id }) => id))
      return { ingredient, products, before: named(glossary[place - 1]), after: named(glossary[place + 1]) }
    },

    search,

    suggest,
  }
}
