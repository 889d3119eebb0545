import { and, eq, inArray, sql } from 'drizzle-orm'
import { applySale, type RunningSale, shownSale } from '#domain/catalogue/sale-price.ts'
import { basePriceCents, type Pricing, type SizePrices } from '#domain/catalogue/sizes.ts'
import type { StockUnit } from '#domain/catalogue/stock.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { productsTable } from './catalogue.tables.ts'
import { type SaleRow, salePricesTable } from './sale-prices.tables.ts'

/** Joins the sale of a product that is running. */
export const isOnSale = and(eq(salePricesTable.productId, productsTable.id), eq(salePricesTable.isOn, true))

export type PricedProduct = {
  id: string
  name: string
  pricing: Pricing
  /** Bottles in stock, of units that are counted. */
  onHand: { [Unit in StockUnit]?: number }
}

/** In the same statement as the prices, because every quote asks for both. */
const onHand = sql<PricedProduct['onHand']>`coalesce((
  select json_object_agg(s.size, s.on_hand) from stock_levels s where s.product_id = ${productsTable.id}), '{}')`

/** Products for an order: only what's needed for the price, because every quote and payment reads them. */
export async function listPrices(orm: Orm, ids: readonly string[]): Promise<PricedProduct[]> {
  const { id, name, priceCents, hasSizes, size1ozPriceCents, size2ozPriceCents, size4ozPriceCents, singleSizeInfo } =
    productsTable
  const { prices, isOn } = salePricesTable
  const rows = await orm
    .select({
      id,
      name,
      product: { priceCents, hasSizes, size1ozPriceCents, size2ozPriceCents, size4ozPriceCents, singleSizeInfo },
      sale: { prices, isOn },
      onHand,
    })
    .from(productsTable)
    .leftJoin(salePricesTable, isOnSale)
    .where(and(eq(productsTable.isActive, true), inArray(id, [...ids])))
  return rows.map(({ product, sale, ...row }) => ({ ...row, pricing: offeredPricing(product, sale) }))
}

/** What is charged now: every page, quote and charge reads the price here. */
export function offeredPricing(product: PricingColumns, sale: Pick<SaleRow, 'isOn' | 'prices'> | null): Pricing {
  const regular = toPricing(product)
  return sale?.isOn ? applySale(regular, sale.prices) : regular
}

export function runningSale(product: PricingColumns, sale: SaleRow | null): RunningSale | undefined {
  if (!sale?.isOn) return undefined
  const shown = shownSale(toPricing(product), sale, sale.was)
  return shown.units.length > 0 ? shown : undefined
}

export type PricingColumns = Pick<
  typeof productsTable.$inferSelect,
  'priceCents' | 'hasSizes' | 'size1ozPriceCents' | 'size2ozPriceCents' | 'size4ozPriceCents' | 'singleSizeInfo'
>

/** The regular prices. */
export function toPricing(row: PricingColumns): Pricing {
  if (!row.hasSizes) return { kind: 'single', priceCents: row.priceCents, info: row.singleSizeInfo }
  const prices: SizePrices = {}
  if (row.size1ozPriceCents !== null) prices['1oz'] = row.size1ozPriceCents
  if (row.size2ozPriceCents !== null) prices['2oz'] = row.size2ozPriceCents
  if (row.size4ozPriceCents !== null) prices['4oz'] = row.size4ozPriceCents
  return { kind: 'sized', prices }
}

export function fromPricing(pricing: Pricing): PricingColumns {
  const prices: SizePrices = pricing.kind === 'sized' ? pricing.prices : {}
  return {
    priceCents: basePriceCents(pricing),
    hasSizes: pricing.kind === 'sized',
    size1ozPriceCents: prices['1oz'] ?? null,
    size2ozPriceCents: prices['2oz'] ?? null,
    size4ozPriceCents: prices['4oz'] ?? null,
    singleSizeInfo: pricing.kind === 'single' ? pricing.info : null,
  }
}
