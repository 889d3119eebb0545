import { publicValues } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS, type ProductTexts } from '#domain/catalogue/product-fields.ts'
import type { ProductDetail } from '#domain/catalogue/product.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { slugify } from '#domain/text/slug.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import type { ScheduledPrice, ProductToEdit, ProductAtDesk, ProductStock, SalePrice } from './catalogue.views.ts'
import { listRows, lockCollections } from './collection-editor.queries.ts'
import { listIngredients } from './ingredients.queries.ts'
import { insertPicture } from './pictures.queries.ts'
import { placeProduct } from './place-product.ts'
import { findUnknownCollection } from './placements.queries.ts'
import {
  insertProduct,
  isNameTaken,
  isProductThere,
  listCategories,
  listProductParts,
  listStock,
} from './product-editor.queries.ts'
import { pricingSchema } from './product-schemas.ts'
import { productParts } from './products.edits.ts'
import { findAnyProduct, listAnyProducts } from './products.queries.ts'
import { makePicture } from './resize-picture.ts'
import { saleOf } from './sale-price-part.ts'
import { cancelScheduled, insertScheduled, listScheduled } from './scheduled-prices.queries.ts'

export type CreateResult = { ok: true; id: string } | { ok: false; message: string }

const SAVED = { subjectKind: 'product' } as const

export type ProductEditor = ReturnType<typeof createProductEditor>

export function createProductEditor({ orm }: Database, now: () => Date) {
  async function scheduledOf(from: Orm, productId?: string): Promise<ScheduledPrice[]> {
    const rows = await listScheduled(from, productId)
    return rows.map(({ id, productId: product, pricing, dueAt, createdBy, state, lastError }) => ({
      id,
      productId: product,
      pricing: pricingSchema.safeParse(pricing).data,
      dueAt,
      createdBy,
      failure: state === 'failed' ? (lastError ?? 'Unknown') : undefined,
    }))
  }

  /** Skips the optimistic lock: these actions apply whatever the current value is. */
  function set<Value>(
    part: { change: (tx: Orm, change: { id: string; value: Value; actor: Actor }) => Promise<EditResult<Value>> },
    id: string,
    value: Value,
    actor: Actor,
  ): Promise<EditResult<Value>> {
    return orm.transaction((tx) => part.change(tx, { id, value, actor }))
  }

  return {
    async list(): Promise<ProductAtDesk[]> {
      const [products, stock] = await Promise.all([listAnyProducts(orm), listStock(orm)])
      const byProduct = Map.groupBy(stock, ({ productId }) => productId)
      return products.map((product) => ({ ...product, stock: byProduct.get(product.id) ?? [] }))
    },

    listScheduled: () => scheduledOf(orm),

    find: (id: string): Promise<ProductToEdit | undefined> =>
      orm.transaction(async (tx) => {
        const parts = (await listProductParts(tx, [id])).get(id)
        if (!parts) return undefined
        const { texts, pricing, stock, sale, collections } = parts
        const all = await listRows(tx)
        const shown = await findAnyProduct(tx, id)
        return {
          id,
          texts: { value: texts, version: versionToken(texts) },
          pricing: { value: pricing, version: versionToken(pricing) },
          stock: { value: stock, version: versionToken(stock) },
          isActive: sale.isActive,
          collections: { value: collections, version: versionToken(collections) },
          allCollections: all.map(({ slug, name }) => ({ slug, name })),
          picture: shown?.picture,
          scheduled: await scheduledOf(tx, id),
          ...(await saleOf(tx, id, pricing)),
        }
      }, SNAPSHOT),

    /** New products stay hidden until they are put on sale. */
    create: (
      texts: ProductTexts,
      pricing: Pricing,
      collections: readonly string[],
      actor: Actor,
    ): Promise<CreateResult> =>
      orm.transaction(async (tx) => {
        await lockCollections(tx)
        const id = slugify(texts.name)
        if (id === '') return { ok: false, message: 'The name needs letters or digits.' }
        if ((await isProductThere(tx, id)) || (await isNameTaken(tx, texts.name, id)))
          return { ok: false, message: `There is a product at /products/${id} already.` }
        const message = await productParts.texts.refuse?.(tx, id, texts)
        if (message !== undefined) return { ok: false, message }
        const unknown = await findUnknownCollection(tx, collections)
        if (unknown !== undefined) return { ok: false, message: `There is no collection “${unknown}”.` }
        await insertProduct(tx, id, texts, pricing)
        const after = { ...texts, pricing }
        await addAudit(tx, { ...actor, ...SAVED, action: 'product.create', subjectId: id, before: null, after })
        await placeProduct(tx, { id, slugs: collections, actor })
        return { ok: true, id }
      }),

    saveTexts: (
      id: string,
      value: ProductTexts,
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<ProductTexts>> =>
      orm.transaction((tx) => productParts.texts.change(tx, { id, value, expectedVersion, actor })),

    savePricing: (id: string, value: Pricing, expectedVersion: string, actor: Actor): Promise<EditResult<Pricing>> =>
      orm.transaction((tx) => productParts.pricing.change(tx, { id, value, expectedVersion, actor })),

    saveSalePrice: (
      id: string,
      value: SalePrice,
      expectedVersion: string | undefined,
      actor: Actor,
    ): Promise<EditResult<SalePrice>> =>
      orm.transaction((tx) => productParts.salePrice.change(tx, { id, value, expectedVersion, actor })),

    saveStock: (
      id: string,
      value: ProductStock,
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<ProductStock>> =>
      orm.transaction((tx) => productParts.stock.change(tx, { id, value, expectedVersion, actor })),

    saveCollections: (
      id: string,
      slugs: readonly string[],
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<string[]>> =>
      orm.transaction((tx) => placeProduct(tx, { id, slugs, expectedVersion, actor })),

    listCollections: async (): Promise<{ slug: string; name: string }[]> =>
      (await listRows(orm)).map(({ slug, name }) => ({ slug, name })),

    /** Categories in use, for the form to suggest. */
    listCategories: (): Promise<string[]> => listCategories(orm),

    putOnSale: (id: string, isActive: boolean, actor: Actor) => set(productParts.sale, id, { isActive }, actor),

    /** The product as its page would show it with these texts. */
    async draft(id: string, texts: ProductTexts): Promise<ProductDetail | undefined> {
      const [product, glossary] = await Promise.all([findAnyProduct(orm, id), listIngredients(orm)])
      if (!product) return undefined
      const ingredients = texts.ingredients.flatMap(({ slug, isKey }) => {
        const entry = glossary.find((ingredient) => ingredient.slug === slug)
        return entry ? [{ slug, name: entry.name, isKey }] : []
      })
      const words = publicValues(PRODUCT_FIELDS, texts)
      return { ...product, ...words, firstBenefit: texts.benefits[0], ingredients }
    },

    /** Returns undefined if the product doesn't exist. */
    schedule: (productId: string, pricing: Pricing, dueAt: Date, actor: Actor): Promise<string | undefined> =>
      orm.transaction(async (tx) => {
        if (!(await isProductThere(tx, productId))) return undefined
        const id = await insertScheduled(tx, { productId, pricing, dueAt, createdBy: actor.actor })
        const after = { pricing, dueAt }
        const entry = { ...actor, ...SAVED, action: 'product.schedule', subjectId: productId, before: null, after }
        await addAudit(tx, entry)
        return id
      }),

    /** Returns true if it had not been applied yet. */
    cancelScheduled: (id: string, actor: Actor): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const row = await cancelScheduled(tx, id, now())
        if (!row) return false
        const left = await listScheduled(tx, row.productId)
        if (left.every(({ state }) => state !== 'failed'))
          await resolveAlerts(tx, {
            kinds: ['price-not-applied'],
            subject: row.productId,
            resolution: 'Canceled.',
            now: now(),
          })
        const before = { pricing: row.pricing, dueAt: row.dueAt }
        const entry = {
          ...actor,
          ...SAVED,
          action: 'product.unschedule',
          subjectId: row.productId,
          before,
          after: null,
        }
        await addAudit(tx, entry)
        return true
      }),

    async setPicture(
      id: string,
      upload: Uint8Array,
      alt: string,
      actor: Actor,
    ): Promise<EditResult<{ imageUrl: string }>> {
      if (!(await isProductThere(orm, id))) return { ok: false, code: 'not_found' }
      const made = await makePicture(upload, alt)
      if (!made.ok) return { ok: false, code: 'refused', message: made.message }
      return orm.transaction(async (tx) => {
        await insertPicture(tx, made.picture, made.files)
        return productParts.image.change(tx, { id, value: { imageUrl: made.picture.address }, actor })
      })
    },

    /** Falls back to the rendered picture. */
    removePicture: (id: string, actor: Actor) => set(productParts.image, id, { imageUrl: '' }, actor),
  }
}
