import { customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { SIZES } from '#domain/catalogue/sizes.ts'
import { moment } from '#server/platform/db/time.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const uploadedPicturesTable = pgTable('uploaded_pictures', {
  address: text('address').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  widths: integer('widths').array().notNull(),
  placeholder: text('placeholder').notNull(),
  alt: text('alt').notNull(),
})

export const uploadedPictureFilesTable = pgTable(
  'uploaded_picture_files',
  {
    address: text('address').notNull(),
    width: integer('width').notNull(),
    format: text('format', { enum: ['avif', 'webp'] }).notNull(),
    body: bytea('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.width, table.format] })],
)

/** Taken out of the library; the files stay for undo and older versions of a page. */
export const removedPicturesTable = pgTable('removed_pictures', {
  address: text('address').primaryKey(),
  removedAt: moment('removed_at').notNull().defaultNow(),
})

/** The pictures of a product, in the order of its page. */
export const productPicturesTable = pgTable(
  'product_pictures',
  {
    productId: text('product_id').notNull(),
    position: integer('position').notNull(),
    picture: text('picture').notNull(),
    alt: text('alt').notNull(),
    sizes: text('sizes', { enum: SIZES }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.picture] })],
)

/** Files that wait to be resized, and those that couldn't be. */
export const pictureUploadsTable = pgTable('picture_uploads', {
  id: uuid('id').primaryKey().defaultRandom(),
  productId: text('product_id'),
  collectionId: uuid('collection_id'),
  fileName: text('file_name').notNull(),
  alt: text('alt').notNull(),
  state: text('state', { enum: ['waiting', 'failed'] })
    .notNull()
    .default('waiting'),
  problem: text('problem').notNull().default(''),
  operatorId: text('operator_id'),
  actor: text('actor').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** The lease while it is being resized, then the back-off after a failure. */
  retryAt: moment('retry_at').notNull().defaultNow(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const pictureUploadSlicesTable = pgTable(
  'picture_upload_slices',
  { uploadId: uuid('upload_id').notNull(), position: integer('position').notNull(), body: bytea('body').notNull() },
  (table) => [primaryKey({ columns: [table.uploadId, table.position] })],
)
