import { beforeEach, expect, test } from 'vitest'
import { priceItems } from '#server/orders/price-items.ts'
import { drain } from '#test/drain-queue.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { createProductEditor } from './product-editor.service.ts'
import { createProductImport } from './product-import.service.ts'
import { findProduct, listProductRows } from './products.queries.ts'
import { createSaleQueue } from './sale-prices.worker.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const DAY_MS = 86_400_000
const ID = 'pure-bloom'
const from = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

beforeEach(async () => {
  await sql('delete from sale_prices')
  await sql(`update products set size_1oz_price_cents = 2500 where id = '${ID}'`)
  await sql('delete from offered_prices')
  await sql('insert into offered_prices (product_id, unit, price_cents) select * from offered_now')
})

function save(startsAt: string, endsAt: string, cents = 1999) {
  const value = { sale: { prices: { '1oz': cents }, startsAt, endsAt } }
  return createProductEditor(database.current, () => new Date()).saveSalePrice(ID, value, undefined, ANA)
}

/** The price of the 1oz bottle everywhere: quote and charge, page, API. */
async function charged() {
  const { orm } = database.current
  const priced = await priceItems(orm, [{ productId: ID, size: '1oz', quantity: 2 }])
  const product = await findProduct(orm, ID)
  const [row] = await listProductRows(orm, ID)
  return {
    order: 'items' in priced ? priced.items[0]?.priceCents : undefined,
    page: product?.pricing.kind === 'sized' ? product.pricing.prices['1oz'] : undefined,
    api: row?.size_1oz_price_cents,
    was: product?.sale?.was['1oz'],
  }
}

/** Moves the sale's start and end, because the database's clock decides. */
async function turn(startsIn: string, endsIn: string): Promise<void> {
  await sql(`update sale_prices set starts_at = now() + interval '${startsIn}', ends_at = now() + interval '${endsIn}'`)
  // Two processes at once.
  await Promise.all([drain(createSaleQueue(database.current)), drain(createSaleQueue(database.current))])
}

test('charges the sale price from its start to its end, everywhere, and the regular one before and after', async () => {
  const regular = { order: 2500, page: 2500, api: 2500, was: undefined }
  await sql(`update offered_prices set offered_from = now() - interval '40 days'`)
  const file = await createProductImport(database.current).export()
  expect(await save(from(1), from(3))).toMatchObject({ ok: true })
  expect(await charged()).toEqual(regular)
  await turn('-1 second', '1 day')
  expect(await charged()).toEqual({ order: 1999, page: 1999, api: 1999, was: 2500 })
  // The file has the regular prices: a round trip must not make a sale permanent.
  expect(await createProductImport(database.current).export()).toBe(file)
  await turn('-1 day', '0 seconds')
  expect(await charged()).toEqual(regular)
  expect(await sql('select 1 as there from sale_prices')).toEqual([])
  const entries = await sql(`select action from audit_log where actor = 'schedule' order by id`)
  expect(entries.map(({ action }) => action)).toEqual(['product.sale-started', 'product.sale-ended'])
})

test('shows a former price only if it was charged for 28 of the 90 days before', async () => {
  await sql(`update offered_prices set offered_from = now() - interval '27 days' where offered_until is null`)
  await save(from(-0.001), from(2))
  expect(await charged()).toEqual({ order: 1999, page: 1999, api: 1999, was: undefined })
  await createProductEditor(database.current, () => new Date()).saveSalePrice(ID, { sale: null }, undefined, ANA)
  expect(await charged()).toMatchObject({ order: 2500, was: undefined })
})

test('records what was charged, no matter who changed it', async () => {
  await sql(`update products set size_2oz_price_cents = 4100, price_cents = 4100 where id = '${ID}'`)
  await save(from(-0.001), from(2))
  await sql(`update products set is_active = false where id = '${ID}'`)
  await sql(`update products set is_active = true where id = '${ID}'`)
  await createProductEditor(database.current, () => new Date()).saveSalePrice(ID, { sale: null }, undefined, ANA)
  const spans = await sql(`select price_cents, offered_until is null as "isNow" from offered_prices
    where product_id = '${ID}' and unit = '1oz' order by id`)
  expect(spans).toEqual([
    { price_cents: 2500, isNow: false },
    { price_cents: 1999, isNow: false },
    { price_cents: 1999, isNow: false },
    { price_cents: 2500, isNow: true },
  ])
})

test('refuses a sale that would not be cheaper, even when restored over a lower price', async () => {
  expect(await save(from(1), from(2), 2500)).toMatchObject({ ok: false, code: 'refused' })
  expect(await charged()).toMatchObject({ order: 2500 })
  await save(from(-0.001), from(2))
  // Lowered below the sale price in the meantime: the lower one is charged, and nothing is crossed out.
  await sql(`update products set size_1oz_price_cents = 1500 where id = '${ID}'`)
  expect(await charged()).toEqual({ order: 1500, page: 1500, api: 1500, was: undefined })
})

// PGlite has one connection: its transactions never overlap.
test.runIf(isPostgres)('accepts a change that started before another one and is written after it', async () => {
  const other = await database.openAnother()
  await other.withConnection(async (connection) => {
    await connection.exec('begin')
    await sql(`update products set size_1oz_price_cents = 2600 where id = '${ID}'`)
    await connection.rows(`update products set size_1oz_price_cents = 2700 where id = '${ID}'`)
    await connection.exec('commit')
  })
  await other.close()
  const spans = await sql(`select price_cents, offered_until is null as "isNow" from offered_prices
    where product_id = '${ID}' and unit = '1oz' order by id`)
  expect(spans).toEqual([
    { price_cents: 2500, isNow: false },
    { price_cents: 2600, isNow: false },
    { price_cents: 2700, isNow: true },
  ])
})
