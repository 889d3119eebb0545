import type { CollectionTexts } from '#domain/catalogue/collection-fields.ts'
import type { IngredientEntry } from '#domain/catalogue/ingredient-fields.ts'
import type { StoredProductTexts } from '#domain/catalogue/product-fields.ts'
import type { IngredientGroup } from '#domain/catalogue/product.ts'
import type { Size } from '#domain/catalogue/sizes.ts'

export type SeedIngredient = {
  slug: string
  name: string
  /** As printed in a label's ingredient list. */
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

/** Fields added later are optional; if left out, they're empty, as in a new product. */
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
  /** Four to six slugs from `ingredients`. */
  keyIngredients: readonly string[]
  /** Every slug of the formula, in descending order of amount. */
  ingredients: readonly string[]
  /** The label's list in the same order, then the scent components that must be declared. */
  inci: string
  howToUse: string
  patchTest: string
  /** In page order. If left out, the picture rendered under its id. */
  pictures?: readonly SeedPicture[]
  /** These two determine how long a bottle lasts; 1 ml is about 20 drops. */
  dropsPerUse: number
  usesPerDay: number
}

export type SeedPicture = {
  /** Name of a rendered picture. */
  picture: string
  /** Replaces the rendered picture's alt text. */
  alt?: string
  /** The sizes that it shows. */
  sizes?: readonly Size[]
}

export type SeedCollection = Pick<CollectionTexts, 'slug' | 'name'> &
  Partial<CollectionTexts> & {
    /** Name of a rendered picture. */
    picture: string
    /** Product ids, in page order. */
    products: readonly string[]
  }

/** Links to a collection or to a product. */
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
