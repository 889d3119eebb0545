import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { COLLECTION_FIELDS } from '#domain/catalogue/collection-fields.ts'
import { columnsOf } from './catalogue.tables.ts'

export const collectionsTable = pgTable('collections', {
  id: uuid('id').primaryKey().defaultRandom(),
  ...columnsOf(COLLECTION_FIELDS),
  picture: text('picture').notNull().default(''),
  isVisible: boolean('is_visible').notNull().default(true),
  isInMenu: boolean('is_in_menu').notNull().default(true),
  position: integer('position').notNull().default(0),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
})

export const collectionProductsTable = pgTable(
  'collection_products',
  {
    collectionId: uuid('collection_id').notNull(),
    productId: text('product_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.productId] })],
)

export const formerCollectionSlugsTable = pgTable('former_collection_slugs', {
  slug: text('slug').primaryKey(),
  collectionId: uuid('collection_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

export const needsTable = pgTable('needs', {
  position: integer('position').primaryKey(),
  name: text('name').notNull(),
  picture: text('picture').notNull(),
  collectionId: uuid('collection_id'),
  productId: text('product_id'),
})
