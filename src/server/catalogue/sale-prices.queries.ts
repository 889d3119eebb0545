import { and, asc, eq, sql } from 'drizzle-orm'
import { formerPrices, type OfferedSpan, type Sale, type SalePrices } from '#domain/catalogue/sale-price.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import type { DepthSql } from '#server/platform/worker/queue-depths.queries.ts'
import { readPricing } from './product-editor.queries.ts'
import { offeredPricesTable, type SaleRow, salePricesTable } from './sale-prices.tables.ts'

export const salePriceDepth: DepthSql = {
  due: `sale_prices where ends_at <= now() or (not is_on and starts_at <= now())`,
  since: 'case when is_on then ends_at else starts_at end',
  dead: 'sale_prices where false',
}

const { productId, startsAt, endsAt, isOn } = salePricesTable
const isDue = sql`(${endsAt} <= now() or (not ${isOn} and ${startsAt} <= now()))`

export async function findSale(orm: Orm, id: string): Promise<SaleRow | undefined> {
  const [row] = await orm.select().from(salePricesTable).where(eq(productId, id))
  return row
}

export async function upsertSale(tx: Orm, id: string, sale: Sale): Promise<void> {
  const values = { ...sale, isOn: false, was: {} }
  await tx
    .insert(salePricesTable)
    .values({ productId: id, ...values })
    .onConflictDoUpdate({ target: productId, set: values })
}

export async function deleteSale(tx: Orm, id: string): Promise<void> {
  await tx.delete(salePricesTable).where(eq(productId, id))
}

/** Products whose sale should have started or ended, longest due first. */
export async function listDueSales(orm: Orm, limit: number): Promise<string[]> {
  const rows = await orm.select({ productId }).from(salePricesTable).where(isDue).orderBy(asc(endsAt)).limit(limit)
  return rows.map((row) => row.productId)
}

/** Milliseconds until the next start or end. */
export async function untilNextSale(orm: Orm): Promise<number | undefined> {
  const [row] = await queryRows<{ ms: number | null }>(
    orm,
    sql`select (extract(epoch from min(case when is_on then ends_at else starts_at end) - now()) * 1000)::float8 as ms
      from sale_prices`,
  )
  return row?.ms === null || row?.ms === undefined ? undefined : Math.max(0, Math.ceil(row.ms))
}

export type Turn = { kind: 'started'; prices: SalePrices; was: SalePrices } | { kind: 'ended'; prices: SalePrices }

/**
 * Starts or ends a product's sale if it's due, by the database's clock. Returns what it did, or undefined if another
 * process did it first. Locks the product first, as editing does.
 */
export async function turnSale(tx: Orm, id: string): Promise<Turn | undefined> {
  const pricing = await readPricing(tx, id)
  const [row] = await tx
    .select({ sale: salePricesTable, hasEnded: sql<boolean>`${endsAt} <= now()` })
    .from(salePricesTable)
    .where(and(eq(productId, id), isDue))
    .for('no key update')
  if (!row || !pricing) return undefined
  const { prices } = row.sale
  if (row.hasEnded) {
    await deleteSale(tx, id)
    return { kind: 'ended', prices }
  }
  const was = formerPrices(pricing, await listOffered(tx, id), row.sale.startsAt)
  await tx.update(salePricesTable).set({ isOn: true, was }).where(eq(productId, id))
  return { kind: 'started', prices, was }
}

/** All prices a product was ever offered at. */
export async function listOffered(orm: Orm, id: string): Promise<OfferedSpan[]> {
  const { unit, priceCents, offeredFrom, offeredUntil } = offeredPricesTable
  const rows = await orm
    .select({ unit, priceCents, from: offeredFrom, until: offeredUntil })
    .from(offeredPricesTable)
    .where(eq(offeredPricesTable.productId, id))
  return rows.map(({ until, ...span }) => ({ ...span, until: until ?? undefined }))
}
