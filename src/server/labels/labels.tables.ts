import { boolean, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PackageSize } from '#domain/orders/package-size.ts'
import { json } from '#server/platform/db/json.ts'
import { moment } from '#server/platform/db/time.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const LABEL_STATES = ['buying', 'bought', 'failed', 'voided'] as const

export const shippingLabelsTable = pgTable('shipping_labels', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  state: text('state', { enum: LABEL_STATES }).notNull().default('buying'),
  carrier: text('carrier').notNull(),
  service: text('service').notNull(),
  /** What the operator agreed to pay. */
  maxCents: integer('max_cents').notNull(),
  costCents: integer('cost_cents'),
  packageSize: json('parcel').$type<PackageSize>().notNull(),
  /** Hash of the address on it: if the address changes, a new label is needed. */
  addressHash: text('address_hash').notNull(),
  providerId: text('provider_id'),
  trackingNumber: text('tracking_number'),
  image: bytea('image'),
  problem: text('problem'),
  operatorId: text('operator_id'),
  actor: text('actor').notNull(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  /** When to ask the carrier where the package is; null means never again. */
  lookAt: moment('look_at'),
  looks: integer('looks').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
  resolvedAt: moment('resolved_at'),
  voidedAt: moment('voided_at'),
})

export const carrierAccountsTable = pgTable('carrier_accounts', {
  provider: text('provider', { enum: ['easypost'] }).primaryKey(),
  sealedKey: text('sealed_key').notNull(),
  keyEnd: text('key_end').notNull(),
  isTest: boolean('is_test').notNull(),
  connectedAt: moment('connected_at').notNull().defaultNow(),
})
