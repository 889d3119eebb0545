import type { Pricing } from './sizes.ts'

export type Collection = 'facial-serums' | 'focus-care' | 'body-hair'

export type Rating = {
  /** One decimal is shown; 5 when nobody has written yet (spec 9), which a page never shows as five stars. */
  average: number
  count: number
}

export type ProductSummary = {
  id: string
  name: string
  category: string
  shortDescription: string
  pricing: Pricing
  rating: Rating
}

export type ProductDetail = ProductSummary & {
  description: string
  benefits: readonly string[]
  keyIngredients: string
  inci: string
  howToUse: string
  patchTest: string
  dropsPerUse: number
  usesPerDay: number
}

/** Spec 7: each collection is a list of categories. */
const COLLECTION_CATEGORIES: Record<Collection, readonly string[]> = {
  'facial-serums': ['Radiance', 'Renewal', 'Blemish Control', 'Firming', 'Anti-Aging', 'Brightening'],
  'focus-care': ['Focus Care'],
  'body-hair': ['Body Care', 'Body & Hair', 'Head-to-Toe Care', 'Intimate Care'],
}

export const CATEGORIES = Object.values(COLLECTION_CATEGORIES).flat()

export function categoriesOf(collection: Collection): readonly string[] {
  return COLLECTION_CATEGORIES[collection]
}

/** Spec 9: stars are whole, the average has one decimal, and a product without reviews counts as 5 and 0. */
export function ratingOf(sum: number, count: number): Rating {
  return count === 0 ? { average: 5, count: 0 } : { average: sum / count, count }
}
