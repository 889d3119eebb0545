import { eq } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { paymentAttemptsTable, refundsTable } from './payments.tables.ts'

export async function hasSucceededPayment(orm: Orm): Promise<boolean> {
  const { id, state } = paymentAttemptsTable
  return (await orm.select({ id }).from(paymentAttemptsTable).where(eq(state, 'succeeded')).limit(1)).length > 0
}

export async function hasCompletedRefund(orm: Orm): Promise<boolean> {
  const { id, state } = refundsTable
  return (await orm.select({ id }).from(refundsTable).where(eq(state, 'completed')).limit(1)).length > 0
}
