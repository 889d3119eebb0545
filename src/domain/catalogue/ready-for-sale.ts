import type { ProductTexts } from './product-fields.ts'
import { isUploaded, type ProductPicture } from './product.ts'
import { offeredSizes, type Pricing } from './sizes.ts'

/** An item on the checklist before a product goes on sale. */
export type SaleCheck = {
  label: string
  isDone: boolean
  /** The id of the field to fill in on the product's screen. */
  field: string
}

export type ProductToCheck = { texts: ProductTexts; pricing: Pricing; pictures: readonly ProductPicture[] }

/** In the order of the product's screen. */
export function saleChecklist({ texts, pricing, pictures }: ProductToCheck): SaleCheck[] {
  const hasPrice = pricing.kind === 'single' || offeredSizes(pricing).length > 0
  return [
    { label: 'Name and category', isDone: texts.name !== '' && texts.category !== '', field: 'category' },
    { label: 'A picture', isDone: pictures.length > 0, field: 'picture' },
    ...pictures.flatMap((picture, index) =>
      needsWords(picture)
        ? [{ label: `Alt text for picture ${index + 1}`, isDone: false, field: `alt${index + 1}` }]
        : [],
    ),
    { label: 'A price', isDone: hasPrice, field: 'prices' },
    { label: 'Short description', isDone: texts.shortDescription !== '', field: 'shortDescription' },
    { label: 'About this blend', isDone: texts.description !== '', field: 'description' },
    { label: 'How to use', isDone: texts.howToUse !== '', field: 'howToUse' },
    { label: 'Patch test', isDone: texts.patchTest !== '', field: 'patchTest' },
    { label: 'Ingredients', isDone: texts.ingredients.length > 0, field: 'ingredients' },
    { label: 'INCI list', isDone: texts.inci !== '', field: 'inci' },
  ]
}

/** A rendered picture comes with alt text; an uploaded one has none until the owner writes it. */
function needsWords({ picture, alt }: ProductPicture): boolean {
  return alt === '' && isUploaded(picture)
}

/** Returns undefined if nothing is missing. */
export function saleRefusal(checklist: readonly SaleCheck[]): string | undefined {
  const missing = checklist.filter(({ isDone }) => !isDone).map(({ label }) => label)
  if (missing.length === 0) return undefined
  return `Not on sale yet. Still missing: ${missing.join(', ')}.`
}
