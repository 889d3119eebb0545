import { and, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { DiscountTerms, Redeemer } from '#domain/money/discount-code.ts'
import { BOUGHT_STATES } from '#domain/orders/order-questions.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { discountCodesTable, discountRedemptionsTable } from './discounts.tables.ts'

type CodeRow = typeof discountCodesTable.$inferSelect
export type Redemption = Pick<typeof discountRedemptionsTable.$inferSelect, 'code' | 'state'>

export async function findDiscountTerms(orm: Orm, code: string): Promise<DiscountTerms | undefined> {
  const [row] = await orm.select().from(discountCodesTable).where(eq(discountCodesTable.code, code))
  return row && toTerms(row)
}

/** Locks the code until the transaction ends. */
export async function lockDiscountTerms(tx: Orm, code: string): Promise<DiscountTerms | undefined> {
  const [row] = await tx.select().from(discountCodesTable).where(eq(discountCodesTable.code, code)).for('no key update')
  return row && toTerms(row)
}

/** Locks the customer until the transaction ends. Must be taken before any row lock. */
export async function lockPerson(tx: Orm, foldedEmail: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`discount:${foldedEmail}`}, 0))`)
}

export async function describeRedeemer(
  tx: Orm,
  { code, foldedEmail, orderId }: { code: string; foldedEmail: string; orderId: string },
): Promise<Redeemer> {
  const live = sql`r.folded_email = ${foldedEmail} and r.state <> 'released' and r.order_id <> ${orderId}`
  const [row] = await tx
    .select({
      usesOfThisCode: sql<number>`(select count(*)::int from discount_redemptions r where ${live} and r.code = ${code})`,
      hasOrderedBefore: sql<boolean>`
        exists (
          select 1 from ${ordersTable} o
          where o.folded_email = ${foldedEmail} and o.id <> ${orderId} and o.state in ${[...BOUGHT_STATES]})
        or exists (select 1 from discount_redemptions r join discount_codes c using (code) where ${live} and c.first_order_only)`,
    })
    .from(sql`(select 1) as one`)
  return { foldedEmail, usesOfThisCode: row?.usesOfThisCode ?? 0, hasOrderedBefore: row?.hasOrderedBefore ?? false }
}

export async function findRedemption(tx: Orm, orderId: string): Promise<Redemption | undefined> {
  const [row] = await tx
    .select({ code: discountRedemptionsTable.code, state: discountRedemptionsTable.state })
    .from(discountRedemptionsTable)
    .where(eq(discountRedemptionsTable.orderId, orderId))
  return row
}

/** Returns true if there was a use left. The condition decides every race, regardless of earlier reads. */
export async function countUse(tx: Orm, code: string): Promise<boolean> {
  const { code: codeColumn, totalLimit, usedCount } = discountCodesTable
  const rows = await tx
    .update(discountCodesTable)
    .set({ usedCount: sql`${usedCount} + 1` })
    .where(and(eq(codeColumn, code), or(isNull(totalLimit), lt(usedCount, totalLimit))))
    .returning({ code: codeColumn })
  return rows.length > 0
}

export async function uncountUse(tx: Orm, code: string): Promise<void> {
  await tx
    .update(discountCodesTable)
    .set({ usedCount: sql`${discountCodesTable.usedCount} - 1` })
    .where(eq(discountCodesTable.code, code))
}

/** Reactivates a released row of the same order, when the shopper tries another card. */
export async function saveReservation(
  tx: Orm,
  row: { orderId: string; code: string; foldedEmail: string },
): Promise<void> {
  const { code, foldedEmail } = row
  await tx
    .insert(discountRedemptionsTable)
    .values(row)
    .onConflictDoUpdate({
      target: discountRedemptionsTable.orderId,
      set: { code, foldedEmail, state: 'reserved', settledAt: null },
      setWhere: eq(discountRedemptionsTable.state, 'released'),
    })
}

export async function consumeReservation(tx: Orm, orderId: string, now: Date): Promise<void> {
  await tx
    .update(discountRedemptionsTable)
    .set({ state: 'consumed', settledAt: now })
    .where(and(eq(discountRedemptionsTable.orderId, orderId), eq(discountRedemptionsTable.state, 'reserved')))
}

/** Returns true if there was a live use to release. */
export async function releaseRedemption(tx: Orm, orderId: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(discountRedemptionsTable)
    .set({ state: 'released', settledAt: now })
    .where(and(eq(discountRedemptionsTable.orderId, orderId), ne(discountRedemptionsTable.state, 'released')))
    .returning({ orderId: discountRedemptionsTable.orderId })
  return rows.length > 0
}

function toTerms({ kind, percent, amountCents, ...row }: CodeRow): DiscountTerms {
  return {
    ...row,
    // A check constraint guarantees that the matching column is set.
    discount: kind === 'percent' ? { kind, percent: percent ?? 0 } : { kind, amountCents: amountCents ?? 0 },
  }
}
