import type { Marks } from './cautions.ts'
import type { BlendFacts } from './facts.ts'
import type { PublicProductTexts } from './product-fields.ts'
import type { RunningSale } from './sale-price.ts'
import type { Size } from './sizes.ts'
import type { Stocked } from './stock.ts'

export type Rating = {
  /** Shown with one decimal. 5 without reviews, which pages never show as five stars. */
  average: number
  count: number
}

export type ProductSummary = Stocked &
  Marks & {
    id: string
    name: string
    category: string
    shortDescription: string
    firstBenefit: string | undefined
    rating: Rating
    /** Undefined if nothing of it is on sale for less. `pricing` has what is charged. */
    sale?: RunningSale | undefined
    /** Its first picture, or the one rendered under its id. */
    picture: UploadedPicture | undefined
  }

/** A picture with everything needed to show it: uploaded at the desk, or rendered with the shop. */
export type UploadedPicture = {
  /** Without width and format, which are appended as `-<width>.<format>`. */
  address: string
  width: number
  height: number
  widths: number[]
  placeholder: string
  alt: string
}

export type IngredientLink = { slug: string; name: string; summary: string; isKey: boolean }

/** A picture next to its own text needs no description, so none is sent. */
export function asDecoration(picture: UploadedPicture | undefined): UploadedPicture | undefined {
  return picture && { ...picture, alt: '' }
}

/** A picture in a product's gallery, and the sizes it shows. */
export type GalleryPicture = UploadedPicture & { sizes: readonly Size[] }

export type ProductDetail = ProductSummary &
  PublicProductTexts &
  BlendFacts & {
    ingredients: readonly IngredientLink[]
    /** In order. Empty if there is only the one rendered under its id. */
    gallery: readonly GalleryPicture[]
  }

/** The picture of a size; its own, or the lead picture. */
export function pictureOf(
  { picture, gallery }: Pick<ProductDetail, 'picture' | 'gallery'>,
  size: Size | undefined,
): UploadedPicture | undefined {
  return gallery.find(({ sizes }) => size !== undefined && sizes.includes(size)) ?? picture
}

/** A picture as the desk stores it with a product. */
export type ProductPicture = {
  /** The name of a rendered picture, or the address of an uploaded one. */
  picture: string
  /** What it shows; empty to use the rendered picture's own alt text. */
  alt: string
  sizes: Size[]
}

/** A rendered picture has a name, an uploaded one an address. */
export function isUploaded(picture: string): boolean {
  return picture.startsWith('/uploads/')
}

export const MAX_PICTURES = 12
export const TOO_MANY_PICTURES = `A product can have up to ${MAX_PICTURES} pictures. Remove one first.`
export const MAX_ALT_LENGTH = 300

export type Ingredient = {
  slug: string
  name: string
  inci: string
  summary: string
  richIn: string
  benefits: string
  properties: string
  groups: readonly IngredientGroup[]
  /** Oils that contain it. */
  products: readonly { id: string; name: string }[]
}

/** Groups a visitor may want to avoid, with their labels in the filter. */
export const INGREDIENT_GROUPS = {
  nuts: 'Nuts',
  coconut: 'Coconut',
  'essential-oils': 'Essential oils',
  'stone-fruit': 'Stone fruit kernels',
  olive: 'Olive',
} as const

export type IngredientGroup = keyof typeof INGREDIENT_GROUPS

export function isIngredientGroup(value: string): value is IngredientGroup {
  return Object.hasOwn(INGREDIENT_GROUPS, value)
}

/** In the order of the filter. */
export const GROUP_NAMES = Object.keys(INGREDIENT_GROUPS) as readonly IngredientGroup[]

/** A product without reviews counts as 5 and 0 (docs/product.md#ratings). */
export function ratingOf(sum: number, count: number): Rating {
  return count === 0 ? { average: 5, count: 0 } : { average: sum / count, count }
}

/** Text of a guide card: the first benefit, or the first sentence of the short description. */
export function guideLine({
  firstBenefit,
  shortDescription,
}: Pick<ProductSummary, 'firstBenefit' | 'shortDescription'>): string {
  return firstBenefit ?? /^.*?[.;](?=\s)/.exec(shortDescription)?.[0] ?? shortDescription
}
