import { sql, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { type FieldSet, type StoredName, storedNames } from '#domain/catalogue/fields.ts'
import { INGREDIENT_FIELDS } from '#domain/catalogue/ingredient-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'

const words = (column: string) => text(column).notNull()
const manyWords = (column: string) => text(column).array().notNull()

const COLUMN_OF_KIND = {
  line: words,
  text: words,
  list: manyWords,
  ticks: manyWords,
  count: (column: string) => integer(column).notNull(),
}

type ColumnsOf<Set extends FieldSet> = {
  [Name in StoredName<Set>]: Set[Name]['kind'] extends keyof typeof COLUMN_OF_KIND
    ? ReturnType<(typeof COLUMN_OF_KIND)[Set[Name]['kind']]>
    : never
}

export function columnsOf<Set extends FieldSet>(set: Set): ColumnsOf<Set> {
  const columns = storedNames(set).map((name) => {
    const field = set[name]
    if (!field || field.kind === 'blend') throw new TypeError(`${String(name)} is not one column`)
    return [name, COLUMN_OF_KIND[field.kind](field.column)]
  })
  return Object.fromEntries(columns) as ColumnsOf<Set>
}

export const productsTable = pgTable('products', {
  id: text('id').primaryKey(),
  ...columnsOf(PRODUCT_FIELDS),
  keyIngredients: text('key_ingredients').notNull(),
  imageUrl: text('image_url').notNull(),
  priceCents: integer('price_cents').notNull(),
  hasSizes: boolean('has_sizes').notNull(),
  size1ozPriceCents: integer('size_1oz_price_cents'),
  size2ozPriceCents: integer('size_2oz_price_cents'),
  size4ozPriceCents: integer('size_4oz_price_cents'),
  singleSizeInfo: text('single_size_info'),
  isActive: boolean('is_active').notNull().default(true),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Sort order of names: ignores case and accents, regardless of the database's collation. */
export function inNameOrder({ name }: { name: AnyPgColumn }): SQL[] {
  return [sql`plain_text(${name}) collate "C"`, sql`${name}`]
}

export const ingredientsTable = pgTable('ingredients', {
  slug: text('slug').primaryKey(),
  ...columnsOf(INGREDIENT_FIELDS),
})

export const productIngredientsTable = pgTable(
  'product_ingredients',
  {
    productId: text('product_id').notNull(),
    ingredientSlug: text('ingredient_slug').notNull(),
    position: integer('position').notNull(),
    isKey: boolean('is_key').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.ingredientSlug] })],
)

export const featuredProductsTable = pgTable('featured_products', {
  slot: integer('slot').primaryKey(),
  productId: text('product_id').notNull(),
  badge: text('badge').notNull(),
})

export const productRatingsTable = pgTable('product_ratings', {
  productId: text('product_id').primaryKey(),
  reviewCount: integer('review_count').notNull(),
  ratingSum: bigint('rating_sum', { mode: 'number' }).notNull(),
  stars1: integer('stars_1').notNull(),
  stars2: integer('stars_2').notNull(),
  stars3: integer('stars_3').notNull(),
  stars4: integer('stars_4').notNull(),
  stars5: integer('stars_5').notNull(),
})

export const stockLevelsTable = pgTable('stock_levels', {
  productId: text('product_id').notNull(),
  size: text('size').notNull(),
  onHand: integer('on_hand').notNull(),
})
