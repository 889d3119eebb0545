import { z } from 'zod'
import { editable } from '#server/platform/audit/editable.ts'
import type { Placement, ProductParts } from './catalogue.views.ts'
import { findUnknownCollection, readPlacements, writePlacements } from './placements.queries.ts'
import {
  isNameTaken,
  listUnknownIngredients,
  readImage,
  readPricing,
  readSale,
  readStock,
  readTexts,
  writeImage,
  writePricing,
  writeSale,
  writeStock,
  writeTexts,
} from './product-editor.queries.ts'
import { textsForm } from './product-form.ts'
import { pricingSchema, salePriceSchema, stockSchema } from './product-schemas.ts'
import { readSalePrice, problemOfSalePrice, writeSalePrice } from './sale-price-part.ts'

const ofProduct = { subjectKind: 'product' } as const

export const NAME_TAKEN = 'Another product has this name.'

/** A product is edited in parts, so that a stock count doesn't conflict with an edit of the texts. */
export const productParts = {
  texts: editable<ProductParts['texts']>({
    ...ofProduct,
    action: 'product.texts',
    least: 'staff',
    schema: textsForm.schema,
    completeLogged: textsForm.completeLogged,
    read: readTexts,
    write: writeTexts,
    refuse: async (tx, id, { name, ingredients }) => {
      if (await isNameTaken(tx, name, id)) return NAME_TAKEN
      const [unknown] = await listUnknownIngredients(
        tx,
        ingredients.map(({ slug }) => slug),
      )
      return unknown === undefined ? undefined : `${unknown} is not in the glossary.`
    },
  }),
  pricing: editable({
    ...ofProduct,
    action: 'product.prices',
    least: 'owner',
    schema: pricingSchema,
    read: readPricing,
    write: writePricing,
  }),
  salePrice: editable({
    ...ofProduct,
    action: 'product.sale-price',
    least: 'owner',
    schema: salePriceSchema,
    read: readSalePrice,
    write: writeSalePrice,
    refuse: problemOfSalePrice,
  }),
  stock: editable({
    ...ofProduct,
    action: 'product.stock',
    least: 'staff',
    schema: stockSchema,
    read: readStock,
    write: writeStock,
  }),
  sale: editable({
    ...ofProduct,
    action: 'product.sale',
    least: 'owner',
    schema: z.object({ isActive: z.boolean() }),
    read: readSale,
    write: writeSale,
  }),
  collections: editable<Placement[]>({
    ...ofProduct,
    action: 'product.collections',
    least: 'staff',
    schema: z.array(z.object({ collection: z.string(), place: z.int().min(0) })),
    read: readPlacements,
    write: writePlacements,
    refuse: async (tx, _id, placements) => {
      const unknown = await findUnknownCollection(
        tx,
        placements.map(({ collection }) => collection),
      )
      return unknown === undefined ? undefined : `There is no collection “${unknown}” any more.`
    },
  }),
  image: editable({
    ...ofProduct,
    action: 'product.picture',
    least: 'staff',
    schema: z.object({ imageUrl: z.string() }),
    read: readImage,
    write: writeImage,
  }),
}
