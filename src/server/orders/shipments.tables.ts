import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PACKAGE_PROGRESS } from '#domain/orders/package-progress.ts'
import { moment } from '#server/platform/db/time.ts'

export const shipmentsTable = pgTable('shipments', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  carrier: text('carrier'),
  trackingNumber: text('tracking_number'),
  shippedAt: moment('shipped_at').notNull(),
  /** As the carrier reports it; null until it does. */
  progress: text('progress', { enum: PACKAGE_PROGRESS }),
  progressAt: moment('progress_at'),
  progressNote: text('progress_note'),
})

export const shipmentLinesTable = pgTable(
  'shipment_lines',
  {
    shipmentId: uuid('shipment_id').notNull(),
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shipmentId, table.position] })],
)
