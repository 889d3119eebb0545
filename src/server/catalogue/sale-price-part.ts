import { formerPrices, problemsOfSale } from '#domain/catalogue/sale-price.ts'
import type { Pricing } from '#domain/catalogue/sizes.ts'
import { versionToken } from '#server/platform/audit/editable.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { ProductToEdit, SalePrice } from './catalogue.views.ts'
import { readPricing } from './product-editor.queries.ts'
import { deleteSale, findSale, listOffered, turnSale, upsertSale } from './sale-prices.queries.ts'
import type { SaleRow } from './sale-prices.tables.ts'

export async function readSalePrice(tx: Orm, id: string): Promise<SalePrice | undefined> {
  // Locks the product, like every part of it.
  if (!(await readPricing(tx, id))) return undefined
  return toSalePrice(await findSale(tx, id))
}

/** A sale whose start is past is on from this transaction on. */
export async function writeSalePrice(tx: Orm, id: string, { sale }: SalePrice): Promise<void> {
  if (!sale) return deleteSale(tx, id)
  const [startsAt, endsAt] = [new Date(sale.startsAt), new Date(sale.endsAt)]
  await upsertSale(tx, id, { prices: sale.prices, startsAt, endsAt })
  await turnSale(tx, id)
}

/** For prices that changed since the form was rendered, or since the sale being restored. */
export async function problemOfSalePrice(tx: Orm, id: string, { sale }: SalePrice): Promise<string | undefined> {
  const pricing = await readPricing(tx, id)
  if (!sale || !pricing) return undefined
  const moments = { startsAt: new Date(sale.startsAt), endsAt: new Date(sale.endsAt) }
  const problems = problemsOfSale(pricing, { prices: sale.prices, ...moments }, new Date(0))
  return Object.values(problems)[0]
}

/** The sale of a product with what shoppers see of it, or will see if it started now. */
export async function saleOf(
  tx: Orm,
  id: string,
  pricing: Pricing,
): Promise<Pick<ProductToEdit, 'salePrice' | 'shownSale'>> {
  const row = await findSale(tx, id)
  const value = toSalePrice(row)
  const was = row?.isOn ? row.was : formerPrices(pricing, await listOffered(tx, id), row?.startsAt ?? new Date(0))
  return { salePrice: { value, version: versionToken(value) }, shownSale: row && { isOn: row.isOn, was } }
}

function toSalePrice(row: SaleRow | undefined): SalePrice {
  if (!row) return { sale: null }
  return { sale: { prices: row.prices, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() } }
}
