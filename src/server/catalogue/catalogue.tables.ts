import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const productsTable = pgTable('products', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  category: text('category').notNull(),
  shortDescription: text('short_description').notNull(),
  description: text('description').notNull(),
  benefits: text('benefits').array().notNull(),
  keyIngredients: text('key_ingredients').notNull(),
  inci: text('inci').notNull(),
  howToUse: text('how_to_use').notNull(),
  patchTest: text('patch_test').notNull(),
  dropsPerUse: integer('drops_per_use').notNull(),
  usesPerDay: integer('uses_per_day').notNull(),
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

export const ingredientsTable = pgTable('ingredients', {
  slug: text('slug').primaryKey(),
  name: text('name').notNull(),
  inci: text('inci').notNull(),
  summary: text('summary').notNull(),
  richIn: text('rich_in').notNull(),
  benefits: text('benefits').notNull(),
  properties: text('properties').notNull(),
  groups: text('groups').array().notNull(),
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
