import { customType, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

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
