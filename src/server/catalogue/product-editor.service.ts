import { blendFacts } from '#domain/catalogue/facts.ts'
import { blankValues, publicValues } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS, type ProductTexts } from '#domain/catalogue/product-fields.ts'
import {
  MAX_PICTURES,
  type ProductDetail,
  type ProductPicture,
  type UploadedPicture,
} from '#domain/catalogue/product.ts'
import { saleChecklist } from '#domain/catalogue/ready-for-sale.ts'
import { lostSizes, type Pricing } from '#domain/catalogue/sizes.ts'
import { slugify } from '#domain/text/slug.ts'
import { resolveAlerts } from '#server/alerts/resolve-alerts.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { SNAPSHOT } from '#server/platform/db/snapshot.ts'
import type { ScheduledPrice, ProductToEdit, ProductAtDesk, ProductStock, SalePrice } from './catalogue.views.ts'
import { listRows } from './collection-editor.queries.ts'
import { showPicture } from './gallery.ts'
import { listIngredients } from './ingredients.queries.ts'
import { insertUpload, listUploads, removeUpload, toPendingPicture } from './picture-uploads.queries.ts'
import { listUploadedPictures } from './pictures.queries.ts'
import { placeProduct } from './place-product.ts'
import {
  insertProduct,
  isProductThere,
  listCategories,
  listOrigins,
  listProductParts,
  listStock,
  readSale,
} from './product-editor.queries.ts'
import { listProductPictures, readProductPictures } from './product-pictures.queries.ts'
import { pricingSchema } from './product-schemas.ts'
import { productParts } from './products.edits.ts'
import { findAnyProduct, listAnyProducts } from './products.queries.ts'
import type { SentPicture } from './read-picture-form.ts'
import { saleOf } from './sale-price-part.ts'
import { cancelScheduled, insertScheduled, listScheduled } from './scheduled-prices.queries.ts'

export type CreateResult = { ok: true; id: string } | { ok: false; message: string }

const NO_PRICE: Pricing = { kind: 'sized', prices: {} }
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
        const pictures = await listProductPictures(tx, id)
        return {
          id,
          texts: { value: texts, version: versionToken(texts) },
          pricing: { value: pricing, version: versionToken(pricing) },
          stock: { value: stock, version: versionToken(stock) },
          isActive: sale.isActive,
          collections: { value: collections, version: versionToken(collections) },
          allCollections: all.map(({ slug, name }) => ({ slug, name })),
          pictures: { value: pictures, version: versionToken(pictures) },
          uploads: (await listUploads(tx, { productId: id })).map(toPendingPicture),
          checklist: saleChecklist({ texts, pricing, pictures }),
          scheduled: await scheduledOf(tx, id),
          ...(await saleOf(tx, id, pricing)),
        }
      }, SNAPSHOT),

    /** A draft with nothing but a name; it stays hidden until it is put on sale. */
    create: (name: string, actor: Actor): Promise<CreateResult> =>
      orm.transaction(async (tx) => {
        const id = slugify(name)
        if (id === '') return { ok: false, message: 'The name needs letters or digits.' }
        if (await isProductThere(tx, id))
          return { ok: false, message: `There is a product at /products/${id} already.` }
        const texts = { ...blankValues(PRODUCT_FIELDS), name }
        const message = await productParts.texts.refuse?.(tx, id, texts)
        if (message !== undefined) return { ok: false, message }
        await insertProduct(tx, id, texts, NO_PRICE)
        const after = { ...texts, pricing: NO_PRICE }
        await addAudit(tx, { ...actor, ...SAVED, action: 'product.create', subjectId: id, before: null, after })
        return { ok: true, id }
      }),

    isOnSale: async (id: string): Promise<boolean> => (await readSale(orm, id))?.isActive ?? false,

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

    /** What could no longer be bought with these prices; undefined if that's nothing, or the product isn't on sale. */
    async sizesLost(id: string, next: Pricing): Promise<{ name: string; sizes: string[] } | undefined> {
      const product = await findAnyProduct(orm, id)
      if (!product || !(await readSale(orm, id))?.isActive) return undefined
      const sizes = lostSizes(product.pricing, next)
      return sizes.length > 0 ? { name: product.name, sizes } : undefined
    },

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

    /** Categories in use, for the form to suggest. */
    listCategories: (): Promise<string[]> => listCategories(orm),

    putOnSale: (id: string, isActive: boolean, actor: Actor) =>
      orm.transaction((tx) => productParts.sale.change(tx, { id, value: { isActive }, actor })),

    /** The product as its page would show it with these texts. */
    async draft(id: string, texts: ProductTexts): Promise<ProductDetail | undefined> {
      const [product, glossary] = await Promise.all([findAnyProduct(orm, id), listIngredients(orm)])
      if (!product) return undefined
      const ingredients = texts.ingredients.flatMap(({ slug, isKey }) => {
        const entry = glossary.find((ingredient) => ingredient.slug === slug)
        return entry ? [{ slug, name: entry.name, summary: entry.summary, isKey }] : []
      })
      const words = publicValues(PRODUCT_FIELDS, texts)
      const origins = await listOrigins(orm, texts.ingredients)
      const facts = blendFacts([...origins.values()])
      return { ...product, ...words, ...facts, firstBenefit: texts.benefits[0], ingredients }
    },

    /** Returns undefined if the product doesn't exist. */
    schedule: (productId: string, pricing: Pricing, dueAt: Date, actor: Actor): Promise<string | undefined> =>
      orm.transaction(async (tx) => {
        if (!(await isProductThere(tx, productId))) return undefined
        const id = await insertScheduled(tx, { productId, pricing, dueAt, createdBy: actor.actor })
        const after = { pricing, dueAt }
        const action = 'product.schedule' as const
        const entry = { ...actor, ...SAVED, action, subjectId: productId, before: null, after }
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
          action: 'product.unschedule' as const,
          subjectId: row.productId,
          before,
          after: null,
        }
        await addAudit(tx, entry)
        return true
      }),

    /** Those of these pictures that exist, by name or address, in the same order. */
    async describePictures(names: readonly string[]): Promise<{ name: string; picture: UploadedPicture }[]> {
      const uploaded = await listUploadedPictures(orm, names)
      return names.flatMap((name) => {
        const picture = showPicture({ picture: name, alt: '' }, uploaded.get(name))
        return picture ? [{ name, picture }] : []
      })
    },

    savePictures: (
      id: string,
      value: ProductPicture[],
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<ProductPicture[]>> =>
      orm.transaction((tx) => productParts.pictures.change(tx, { id, value, expectedVersion, actor })),

    /** Resized and added in the background. Pictures being resized count toward the limit. */
    uploadPicture: (
      id: string,
      { file, fileName, alt }: SentPicture,
      actor: Actor,
    ): Promise<'stored' | 'full' | 'not_found'> =>
      orm.transaction(async (tx) => {
        const pictures = await readProductPictures(tx, id)
        if (!pictures) return 'not_found'
        const waiting = (await listUploads(tx, { productId: id })).filter(({ state }) => state === 'waiting')
        if (pictures.length + waiting.length >= MAX_PICTURES) return 'full'
        await insertUpload(tx, { productId: id, fileName, alt, ...actor }, file)
        return 'stored'
      }),

    /** Returns true if it still existed. */
    removeUpload: (id: string, uploadId: string): Promise<boolean> => removeUpload(orm, uploadId, { productId: id }),
  }
}
