import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/db/database.ts'
import { balanceRequestsTable } from './balance-requests.tables.ts'

export type BalanceRequestRow = typeof balanceRequestsTable.$inferSelect

export type NewBalanceRequest = Omit<
  typeof balanceRequestsTable.$inferInsert,
  'id' | 'state' | 'endedAt' | 'withdrawnBy'
>

/** The caller must hold the order's lock, and have withdrawn the request before. */
export async function insertBalanceRequest(tx: Orm, request: NewBalanceRequest): Promise<BalanceRequestRow> {
  const [row] = await tx.insert(balanceRequestsTable).values(request).returning()
  if (!row) throw new Error('balance request not stored')
  return row
}

/** Requests no one has to pay, because they add up to zero. */
export async function insertEvenBalance(
  tx: Orm,
  { at, ...parts }: Omit<NewBalanceRequest, 'amountCents' | 'askedAt' | 'expiresAt'> & { at: Date },
): Promise<void> {
  const ended = { state: 'paid', askedAt: at, expiresAt: at, endedAt: at } as const
  await tx.insert(balanceRequestsTable).values({ ...parts, ...ended, amountCents: 0 })
}

export async function findBalanceRequest(orm: Orm, id: string): Promise<BalanceRequestRow | undefined> {
  const [row] = await orm.select().from(balanceRequestsTable).where(eq(balanceRequestsTable.id, id))
  return row
}

/** The buyer's payment requests, newest first. */
export async function listBalanceRequests(orm: Orm, orderId: string): Promise<BalanceRequestRow[]> {
  return orm
    .select()
    .from(balanceRequestsTable)
    .where(and(eq(balanceRequestsTable.orderId, orderId), gt(balanceRequestsTable.amountCents, 0)))
    .orderBy(desc(balanceRequestsTable.askedAt), desc(balanceRequestsTable.id))
}

export type WithdrawnBy = NonNullable<BalanceRequestRow['withdrawnBy']>

/** Returns false if it was not open. The caller must hold the order's lock. */
export async function endBalanceRequest(
  tx: Orm,
  id: string,
  end: { state: 'paid' } | { state: 'withdrawn'; withdrawnBy: WithdrawnBy },
): Promise<boolean> {
  const rows = await tx
    .update(balanceRequestsTable)
    .set({ ...end, endedAt: sql`now()` })
    .where(and(eq(balanceRequestsTable.id, id), eq(balanceRequestsTable.state, 'open')))
    .returning({ id: balanceRequestsTable.id })
  return rows.length > 0
}

/** Including one that has expired. */
export async function findOpenBalanceRequest(orm: Orm, orderId: string): Promise<BalanceRequestRow | undefined> {
  const { orderId: ofOrder, state } = balanceRequestsTable
  const [row] = await orm
    .select()
    .from(balanceRequestsTable)
    .where(and(eq(ofOrder, orderId), eq(state, 'open')))
  return row
}
