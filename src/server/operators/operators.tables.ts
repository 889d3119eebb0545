import { bigint, boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { SIGN_IN_METHODS } from '#domain/operators/operator.ts'
import type { Role } from '#domain/operators/roles.ts'
import { moment } from '#server/platform/db/time.ts'

export const operatorsTable = pgTable('operators', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  role: text('role').$type<Role>().notNull(),
  /** Signs in with a passkey only, regardless of the team setting. */
  requiresPasskey: boolean('requires_passkey').notNull().default(false),
  /** Set by a restore: no credential works until a link from an owner or the command line is used. */
  lockedAt: moment('locked_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

export const operatorSessionsTable = pgTable('operator_sessions', {
  id: text('id').primaryKey(),
  operatorId: text('operator_id').notNull(),
  /** Hash of the token in the cookie. */
  token: text('token').notNull(),
  method: text('method', { enum: SIGN_IN_METHODS }).notNull(),
  expiresAt: moment('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull(),
  /** When it was last used, to within a few minutes. */
  updatedAt: moment('updated_at').notNull(),
  /** When the operator last confirmed their identity. */
  confirmedAt: moment('confirmed_at').notNull(),
  /** Until when sensitive actions need no new confirmation. */
  freshUntil: moment('fresh_until').notNull(),
})

export const operatorDevicesTable = pgTable('operator_devices', {
  id: text('id').primaryKey(),
  operatorId: text('operator_id').notNull(),
  /** Hash of the token in the device cookie. */
  tokenHash: text('token_hash').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at').notNull(),
})

export const operatorRecoveryCodesTable = pgTable(
  'operator_recovery_codes',
  {
    operatorId: text('operator_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  ({ operatorId, codeHash }) => [primaryKey({ columns: [operatorId, codeHash] })],
)

export const operatorPasswordsTable = pgTable('operator_passwords', {
  operatorId: text('operator_id').primaryKey(),
  hash: text('hash').notNull(),
  changedAt: moment('changed_at').notNull(),
})

export const operatorPasskeysTable = pgTable('operator_passkeys', {
  id: text('id').primaryKey(),
  operatorId: text('operator_id').notNull(),
  name: text('name').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at'),
})

export const passkeyChallengesTable = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  operatorId: text('operator_id'),
  expiresAt: moment('expires_at').notNull(),
})

export const operatorLinksTable = pgTable('operator_links', {
  tokenHash: text('token_hash').primaryKey(),
  operatorId: text('operator_id').notNull(),
  /** 'handed' comes from an owner or the command line; 'emailed' may also need a recovery code. */
  kind: text('kind', { enum: ['handed', 'emailed'] })
    .notNull()
    .default('handed'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

export const signInFailuresTable = pgTable('sign_in_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: moment('last_at').notNull(),
})
