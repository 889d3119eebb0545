import { DEFAULT_DELIVERY, DEFAULT_RETURNS } from '#domain/business/shop-settings.ts'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import { blankValues, pick, storedNames } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { collections, demoStock, featured, needs } from '#seed/collections.ts'
import { demoReviews } from '#seed/demo-reviews.ts'
import { ingredients } from '#seed/ingredients.ts'
import { policyDrafts } from '#seed/policy-drafts.ts'
import { products } from '#seed/products.ts'
import type { SeedProduct } from '#seed/seed-types.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import {
  featuredProductsTable,
  ingredientsTable,
  productIngredientsTable,
  productsTable,
  stockLevelsTable,
} from './catalogue/catalogue.tables.ts'
import { collectionProductsTable, collectionsTable, needsTable } from './catalogue/collections.tables.ts'
import { productPicturesTable } from './catalogue/pictures.tables.ts'
import { fromPricing } from './catalogue/prices.queries.ts'
import { settingsTable } from './platform/settings/settings.tables.ts'
import { policiesTable } from './policies/policies.tables.ts'
import { reviewsTable } from './reviews/reviews.tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type SeedOptions = {
  /** Invented reviews, stock counts and delivery times: for local development, never for shoppers. */
  withDemoData: boolean
  now: Date
}

/** Fills an empty shop with its catalog; one that has products is left alone. Returns true if it did anything. */
export async function seedShop(database: Database, { withDemoData, now }: SeedOptions): Promise<boolean> {
  return database.orm.transaction(async (tx) => {
    const existing = await tx.select({ id: productsTable.id }).from(productsTable).limit(1)
    if (existing.length > 0) return false
    await insertCatalogue(tx)
    if (withDemoData) await insertDemoData(tx, now)
    return true
  })
}

async function insertCatalogue(tx: Orm): Promise<void> {
  await tx.insert(ingredientsTable).values(
    ingredients.map((ingredient) => ({
      ...ingredient,
      groups: [...ingredient.groups],
      origin: [...ingredient.origin],
    })),
  )
  await tx.insert(productsTable).values(products.map(toProductRow))
  await tx.insert(productIngredientsTable).values(
    products.flatMap((product) =>
      product.ingredients.map((ingredientSlug, index) => ({
        productId: product.id,
        ingredientSlug,
        position: index + 1,
        isKey: product.keyIngredients.includes(ingredientSlug),
      })),
    ),
  )
  const pictures = products.flatMap(toPictureRows)
  if (pictures.length > 0) await tx.insert(productPicturesTable).values(pictures)
  await tx.insert(featuredProductsTable).values(featured.map((card, index) => ({ ...card, slot: index + 1 })))
  await insertCollections(tx)
  await tx
    .insert(policiesTable)
    .values(Object.entries(policyDrafts).map(([slug, bodyMarkdown]) => ({ slug, bodyMarkdown })))
}

async function insertCollections(tx: Orm): Promise<void> {
  const inserted = await tx
    .insert(collectionsTable)
    .values(
      collections.map((collection, index) => ({
        ...pick({ ...blankValues(COLLECTION_FIELDS), ...collection }, storedNames(COLLECTION_FIELDS)),
        picture: collection.picture,
        position: index + 1,
      })),
    )
    .returning({ id: collectionsTable.id, slug: collectionsTable.slug })
  const idOf = (slug: string) => inserted.find((row) => row.slug === slug)?.id ?? ''
  await tx
    .insert(collectionProductsTable)
    .values(
      collections.flatMap(({ slug, products: members }) =>
        members.map((productId, index) => ({ collectionId: idOf(slug), productId, position: index + 1 })),
      ),
    )
  await tx.insert(needsTable).values(
    needs.map(({ name, picture, ...to }, index) => ({
      position: index + 1,
      name,
      picture,
      ...('product' in to ? { productId: to.product } : { collectionId: idOf(to.collection) }),
    })),
  )
}

async function insertDemoData(tx: Orm, now: Date): Promise<void> {
  await tx.insert(stockLevelsTable).values(demoStock)
  // A real shop shows no dates and terms until its owner has reviewed them.
  await tx.insert(settingsTable).values([
    { key: 'delivery', value: { ...DEFAULT_DELIVERY, isStated: true }, changedAt: now },
    { key: 'returns', value: { ...DEFAULT_RETURNS, isStated: true }, changedAt: now },
  ])
  await tx.insert(reviewsTable).values(
    demoReviews.map(({ daysAgo, verified, ...review }) => ({
      ...review,
      verifiedPurchase: verified,
      source: 'demo',
      isPublished: true,
      reviewDate: new Date(now.getTime() - daysAgo * DAY_MS),
    })),
  )
}

function toProductRow(product: SeedProduct): typeof productsTable.$inferInsert {
  const pricing = toPricing(product.prices)
  const names = product.keyIngredients.map(
    (slug) => ingredients.find((ingredient) => ingredient.slug === slug)?.name ?? slug,
  )
  return {
    id: product.id,
    ...pick({ ...blankValues(PRODUCT_FIELDS), ...product }, storedNames(PRODUCT_FIELDS)),
    keyIngredients: names.join(', '),
    imageUrl: '',
    ...fromPricing(pricing),
  }
}

function toPictureRows({ id, pictures = [] }: SeedProduct): (typeof productPicturesTable.$inferInsert)[] {
  return pictures.map(({ picture, alt = '', sizes = [] }, index) => ({
    productId: id,
    position: index + 1,
    picture,
    alt,
    sizes: [...sizes],
  }))
}

function toPricing(prices: SeedProduct['prices']): Pricing {
  return 'single' in prices
    ? { kind: 'single', priceCents: prices.single, info: prices.size }
    : { kind: 'sized', prices }
}
