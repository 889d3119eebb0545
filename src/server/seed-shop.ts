import { blankValues, pick, storedNames } from '#domain/catalogue/fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
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
import { fromPricing } from './catalogue/products.queries.ts'
import { policiesTable } from './policies/policies.tables.ts'
import { reviewsTable } from './reviews/reviews.tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const FEATURED = [
  { productId: 'forever-skin-serum', badge: 'Best Seller' },
  { productId: 'pure-bloom', badge: 'Staff Pick' },
  { productId: 'bloomera-hair-skin-restore', badge: 'Low Stock' },
  { productId: 'floral-wood-body-oil', badge: 'Customer Favorite' },
]

export type SeedOptions = {
  /** Invented reviews and stock counts: for local development, never for shoppers. */
  withDemoData: boolean
  now: Date
}

/** The only tracked stock; everything else is unlimited. */
const COUNTED = [{ productId: 'bloomera-hair-skin-restore', size: '4oz', onHand: 6 }]

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
  await tx
    .insert(ingredientsTable)
    .values(ingredients.map((ingredient) => ({ ...ingredient, groups: [...ingredient.groups] })))
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
  await tx.insert(featuredProductsTable).values(FEATURED.map((featured, index) => ({ ...featured, slot: index + 1 })))
  await tx
    .insert(policiesTable)
    .values(Object.entries(policyDrafts).map(([slug, bodyMarkdown]) => ({ slug, bodyMarkdown })))
}

async function insertDemoData(tx: Orm, now: Date): Promise<void> {
  await tx.insert(stockLevelsTable).values(COUNTED)
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

function toPricing(prices: SeedProduct['prices']): Pricing {
  return 'single' in prices
    ? { kind: 'single', priceCents: prices.single, info: prices.size }
    : { kind: 'sized', prices }
}
