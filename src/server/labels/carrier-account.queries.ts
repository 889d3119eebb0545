import { eq, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { carrierAccountsTable } from './labels.tables.ts'

export type CarrierAccountRow = typeof carrierAccountsTable.$inferSelect

export async function findAccount(orm: Orm): Promise<CarrierAccountRow | undefined> {
  const [row] = await orm.select().from(carrierAccountsTable).where(eq(carrierAccountsTable.provider, 'easypost'))
  return row
}

/** By the database's clock, which also timestamps purchases. */
export async function storeAccount(
  tx: Orm,
  account: Omit<CarrierAccountRow, 'provider' | 'connectedAt'>,
): Promise<void> {
  const values = { ...account, connectedAt: sql`clock_timestamp()` }
  await tx
    .insert(carrierAccountsTable)
    .values({ provider: 'easypost', ...values })
    .onConflictDoUpdate({ target: carrierAccountsTable.provider, set: values })
}

export async function deleteAccount(tx: Orm): Promise<boolean> {
  const rows = await tx.delete(carrierAccountsTable).returning({ provider: carrierAccountsTable.provider })
  return rows.length > 0
}
