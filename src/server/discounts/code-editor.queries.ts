import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { discountCodesTable } from './discounts.tables.ts'
import type { CodeOrder, CodeAtDesk } from './discounts.views.ts'

export type NewCode = Omit<typeof discountCodesTable.$inferInsert, 'usedCount' | 'foldedEmail' | 'createdAt'>

/** What can change once a code is published: whether and how often it works, not its terms. */
export type CodeTerms = { isActive: boolean; totalLimit: number | null }

const paid = sql`select 1 as one, o.total_cents, o.discount_cents from ${ordersTable} o where o.discount_code = ${discountCodesTable.code} and o.paid_at is not null`

function columns() {
  const sumOf = (what: string) =>
    sql<number>`coalesce((select ${sql.raw(what)} from (${paid}) used), 0)`.mapWith(Number)
  return {
    code: discountCodesTable.code,
    kind: discountCodesTable.kind,
    percent: discountCodesTable.percent,
    amountCents: discountCodesTable.amountCents,
    minimumSubtotalCents: discountCodesTable.minimumSubtotalCents,
    startsAt: discountCodesTable.startsAt,
    endsAt: discountCodesTable.endsAt,
    totalLimit: discountCodesTable.totalLimit,
    personLimit: discountCodesTable.personLimit,
    isFirstOrderOnly: discountCodesTable.isFirstOrderOnly,
    foldedEmail: discountCodesTable.foldedEmail,
    usedCount: discountCodesTable.usedCount,
    isActive: discountCodesTable.isActive,
    createdBy: discountCodesTable.createdBy,
    createdAt: discountCodesTable.createdAt,
    paidOrders: sumOf('count(*)'),
    salesCents: sumOf('sum(used.total_cents)'),
    discountCents: sumOf('sum(used.discount_cents)'),
  }
}

/** Codes created by the owner, newest first. */
export async function listCodes(orm: Orm, limit: number): Promise<CodeAtDesk[]> {
  return orm
    .select(columns())
    .from(discountCodesTable)
    .where(isNotNull(discountCodesTable.createdBy))
    .orderBy(desc(discountCodesTable.createdAt), desc(discountCodesTable.code))
    .limit(limit)
}

/** Any code, including those from signups. */
export async function findCode(orm: Orm, code: string): Promise<CodeAtDesk | undefined> {
  const [row] = await orm.select(columns()).from(discountCodesTable).where(eq(discountCodesTable.code, code))
  return row
}

/** Totals of all subscriber codes. */
export async function sumSignupCodes(
  orm: Orm,
): Promise<{ codes: number; paidOrders: number; salesCents: number; discountCents: number }> {
  const bySignup = sql`created_by is null`
  const [row] = await orm
    .select({
      codes: sql<number>`(select count(*) from discount_codes where ${bySignup})`.mapWith(Number),
      paidOrders: sql<number>`count(*)`.mapWith(Number),
      salesCents: sql<number>`coalesce(sum(${ordersTable.totalCents}), 0)`.mapWith(Number),
      discountCents: sql<number>`coalesce(sum(${ordersTable.discountCents}), 0)`.mapWith(Number),
    })
    .from(ordersTable)
    .innerJoin(discountCodesTable, eq(discountCodesTable.code, ordersTable.discountCode))
    .where(and(isNotNull(ordersTable.paidAt), sql`${discountCodesTable.createdBy} is null`))
  return row ?? { codes: 0, paidOrders: 0, salesCents: 0, discountCents: 0 }
}

/** The latest orders that used the code, without customer names. */
export async function listCodeOrders(orm: Orm, code: string, limit: number): Promise<CodeOrder[]> {
  return orm
    .select({
      id: ordersTable.id,
      number: ordersTable.number,
      paidAt: ordersTable.paidAt,
      state: ordersTable.state,
      totalCents: ordersTable.totalCents,
      discountCents: ordersTable.discountCents,
    })
    .from(ordersTable)
    .where(and(eq(ordersTable.discountCode, code), isNotNull(ordersTable.paidAt)))
    .orderBy(desc(ordersTable.paidAt))
    .limit(limit)
}

/** Returns true if the code was not taken. */
export async function insertCode(tx: Orm, code: NewCode): Promise<boolean> {
  const rows = await tx
    .insert(discountCodesTable)
    .values(code)
    .onConflictDoNothing()
    .returning({ code: discountCodesTable.code })
  return rows.length > 0
}

export async function readCodeTerms(tx: Orm, code: string): Promise<CodeTerms | undefined> {
  const [row] = await tx
    .select({ isActive: discountCodesTable.isActive, totalLimit: discountCodesTable.totalLimit })
    .from(discountCodesTable)
    .where(eq(discountCodesTable.code, code))
    .for('no key update')
  return row
}

export async function writeCodeTerms(tx: Orm, code: string, terms: CodeTerms): Promise<void> {
  await tx.update(discountCodesTable).set(terms).where(eq(discountCodesTable.code, code))
}

export async function countUses(tx: Orm, code: string): Promise<number> {
  const [row] = await tx
    .select({ usedCount: discountCodesTable.usedCount })
    .from(discountCodesTable)
    .where(eq(discountCodesTable.code, code))
  return row?.usedCount ?? 0
}
