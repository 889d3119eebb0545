import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

export const noticePreferencesTable = pgTable('notice_preferences', {
  operatorId: text('operator_id').primaryKey(),
  value: json('value').notNull(),
})

export const pushDevicesTable = pgTable('push_devices', {
  id: uuid('id').primaryKey().defaultRandom(),
  operatorId: text('operator_id').notNull(),
  /** Null once that session has ended: a signed-out browser is sent nothing. */
  sessionId: text('session_id'),
  name: text('name').notNull(),
  endpoint: text('endpoint').notNull().unique(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  usedAt: moment('used_at'),
})

export const noticeDeliveriesTable = pgTable('notice_deliveries', {
  id: uuid('id').primaryKey().defaultRandom(),
  noticeId: uuid('notice_id').notNull(),
  operatorId: text('operator_id').notNull(),
  /** Null for an email. */
  deviceId: uuid('device_id'),
  state: text('state', { enum: ['waiting', 'sent', 'dropped', 'dead'] })
    .notNull()
    .default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  lastError: text('last_error'),
})

export const lowStockNoticesTable = pgTable(
  'low_stock_notices',
  {
    productId: text('product_id').notNull(),
    size: text('size').notNull(),
    noticedAt: moment('noticed_at').notNull().defaultNow(),
  },
  ({ productId, size }) => [primaryKey({ columns: [productId, size] })],
)
