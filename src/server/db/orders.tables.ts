import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const ordersTable = pgTable('orders', {
  id: uuid('id').primaryKey(),
  state: text('state').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const orderLinesTable = pgTable('order_lines', {
  orderId: uuid('order_id').notNull(),
  productId: text('product_id').notNull(),
  quantity: integer('quantity').notNull(),
})
