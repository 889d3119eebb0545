import type { CollectionTexts } from '#domain/catalogue/collection-fields.ts'
import type { IngredientEntry } from '#domain/catalogue/ingredient-fields.ts'
import type { StoredProductTexts } from '#domain/catalogue/product-fields.ts'
import type { IngredientGroup } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'

export type SeedIngredient = {
  slug: string
  name: string
  /** As it stands in a label's ingredient list. */
  inci: string
  richIn: string
  benefits: string
  properties: string
  summary: string
  groups: readonly IngredientGroup[]
  origin: IngredientEntry['origin']
}

/** In cents. */
export type SeedPrices = { [size in Size]?: number } | { single: number; size: Size }

/** A field that came later may be left out; it is then as empty as in a new product. */
export type SeedProduct = ListedProduct & Partial<StoredProductTexts>

type ListedProduct = {
  /** The slug of the name. */
  id: string
  name: string
  category: string
  /** The first sentence stands alone on the guide's cards. */
  shortDescription: string
  /** Paragraphs are separated by an empty line. */
  description: string
  prices: SeedPrices
  benefits: string[]
  /** Four to six slugs out of `ingredients`. */
  keyIngredients: readonly string[]
  /** Every slug of the formula, the most plentiful first. */
  ingredients: readonly string[]
  /** The label's list in the same order, then the scent components that have to be named. */
  inci: string
  howToUse: string
  patchTest: string
  /** In the order of its page. Left out, it is the one rendered under its id. */
  pictures?: readonly SeedPicture[]
  /** How long a bottle lasts follows from these two; 1 ml is about 20 drops. */
  dropsPerUse: number
  usesPerDay: number
}

export type SeedPicture = {
  /** Name of a rendered picture. */
  picture: string
  /** Instead of the words that it comes with. */
  alt?: string
  /** The sizes whose picture it is. */
  sizes?: readonly Size[]
}

export type SeedCollection = Pick<CollectionTexts, 'slug' | 'name'> &
  Partial<CollectionTexts> & {
    /** Name of a rendered picture. */
    picture: string
    /** Ids of products, in the order of its page. */
    products: readonly string[]
  }

/** Leads to a collection or to a product. */
export type SeedNeed = { name: string; picture: string } & ({ collection: string } | { product: string })

export type SeedReview = {
  /** Null for a testimonial about the brand. */
  productId: string | null
  rating: 1 | 2 | 3 | 4 | 5
  title: string
  body: string
  /** In full; the shop shows "Dana W.". */
  reviewerName: string
  reviewerLocation: string | null
  verified: boolean
  daysAgo: number
}
