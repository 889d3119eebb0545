import { z } from 'zod'
import { blendFacts, contradictionIn } from '#domain/catalogue/facts.ts'
import type { ProductPicture } from '#domain/catalogue/product.ts'
import { saleChecklist, saleRefusal, type SaleCheck } from '#domain/catalogue/ready-for-sale.ts'
import { basePriceCents } from '#domain/catalogue/sizes.ts'
import { editable } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { Placement, ProductParts } from './catalogue.views.ts'
import { findUnknownCollection, readPlacements, writePlacements } from './placements.queries.ts'
import {
  isNameTaken,
  listOrigins,
  listProductParts,
  readPricing,
  readSale,
  readStock,
  readTexts,
  writePricing,
  writeSale,
  writeStock,
  writeTexts,
} from './product-editor.queries.ts'
import { draftTextsForm, textsForm } from './product-form.ts'
import {
  findUnknownPicture,
  listProductPictures,
  readProductPictures,
  writeProductPictures,
} from './product-pictures.queries.ts'
import { picturesSchema, pricingSchema, salePriceSchema, stockSchema } from './product-schemas.ts'
import { readSalePrice, problemOfSalePrice, writeSalePrice } from './sale-price-part.ts'

const ofProduct = { subjectKind: 'product' } as const

const NEEDED_ON_SALE = 'A product on sale needs a category, its texts and a price. Take it off sale first.'

export const NAME_TAKEN = 'Another product has this name.'

/** A product is edited in parts, so that a stock count doesn't conflict with an edit of the texts. */
export const productParts = {
  texts: editable<ProductParts['texts']>({
    ...ofProduct,
    action: 'product.texts',
    least: 'staff',
    schema: draftTextsForm.schema,
    completeLogged: draftTextsForm.completeLogged,
    read: readTexts,
    write: writeTexts,
    refuse: async (tx, id, texts) => {
      const { name, scents, ingredients } = texts
      if (await isNameTaken(tx, name, id)) return NAME_TAKEN
      if (!textsForm.schema.safeParse(texts).success && (await isOnSale(tx, id))) return NEEDED_ON_SALE
      const origins = await listOrigins(tx, ingredients)
      const unknown = ingredients.find(({ slug }) => !origins.has(slug))
      if (unknown) return `${unknown.slug} is not in the glossary.`
      return contradictionIn(scents, blendFacts([...origins.values()]))
    },
  }),
  pricing: editable({
    ...ofProduct,
    action: 'product.prices',
    least: 'owner',
    schema: pricingSchema,
    read: readPricing,
    write: writePricing,
    refuse: async (tx, id, pricing) =>
      basePriceCents(pricing) === 0 && (await isOnSale(tx, id)) ? NEEDED_ON_SALE : undefined,
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
    refuse: async (tx, id, { isActive }) => (isActive ? saleRefusal(await readChecklist(tx, id)) : undefined),
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
      return unknown === undefined ? undefined : `The collection “${unknown}” no longer exists.`
    },
  }),
  pictures: editable<ProductPicture[]>({
    ...ofProduct,
    action: 'product.picture',
    least: 'staff',
    schema: picturesSchema,
    completeLogged: fromSinglePicture,
    read: readProductPictures,
    write: writeProductPictures,
    refuse: async (tx, _id, pictures) =>
      (await findUnknownPicture(tx, pictures)) === undefined ? undefined : 'One of these pictures no longer exists.',
  }),
}

export async function readChecklist(orm: Orm, id: string): Promise<SaleCheck[]> {
  const parts = (await listProductParts(orm, [id])).get(id)
  return parts ? saleChecklist({ ...parts, pictures: await listProductPictures(orm, id) }) : []
}

async function isOnSale(tx: Orm, id: string): Promise<boolean> {
  return (await readSale(tx, id))?.isActive ?? false
}

/** Products used to have one picture; log entries from then contain only its address. */
function fromSinglePicture(logged: unknown): unknown {
  const { data } = z.object({ imageUrl: z.string() }).safeParse(logged)
  if (!data) return logged
  return data.imageUrl === '' ? [] : [{ picture: data.imageUrl, alt: '', sizes: [] }]
}
