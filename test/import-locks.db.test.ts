import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProductImport } from '#server/catalogue/product-import.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { eventually } from './eventually.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
/** The last item has tracked stock. */
const CART = {
  items: [
    { productId: 'pure-bloom', size: '1oz', quantity: 1 },
    { productId: 'first-light-serum', size: '2oz', quantity: 1 },
    { productId: 'bloomera-hair-skin-restore', size: '4oz', quantity: 1 },
  ],
}
let shop: PayingShop

// PGlite runs one transaction at a time, so nothing ever waits for a lock.
beforeAll(async () => {
  if (isPostgres) shop = await openPayingShop(database.current)
})
afterAll(() => (isPostgres ? shop.end() : undefined))

function products() {
  return createProductImport(database.current)
}

/** The same database, but each transaction does its work and then stays open until released. */
function heldOpen({ orm, ...rest }: Database) {
  const done = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const transaction: typeof orm.transaction = (work, config) =>
    orm.transaction(async (tx) => {
      const result = await work(tx)
      done.resolve()
      await released.promise
      return result
    }, config)
  const holding: Database = { ...rest, orm: Object.assign(Object.create(orm) as typeof orm, { transaction }) }
  return { holding, isDone: done.promise, release: () => released.resolve() }
}

async function paidWhile(work: (database: Database) => Promise<unknown>): Promise<number> {
  const { holding, isDone, release } = heldOpen(database.current)
  const working = work(holding)
  try {
    await Promise.race([isDone, working])
    return (await shop.pay(CART)).status
  } finally {
    release()
    await working
  }
}

test.runIf(isPostgres)('lets buyers pay for the products of a running dry run', async () => {
  const csv = await products().export()
  expect(await paidWhile((held) => createProductImport(held).dryRun(csv))).toBe(200)
})

test.runIf(isPostgres)('lets buyers pay for products that are being exported', async () => {
  expect(await paidWhile((held) => createProductImport(held).export())).toBe(200)
})

test.runIf(isPostgres)('lets buyers pay for products whose prices and texts an import is changing', async () => {
  const file = [
    'id,price_1oz,how_to_use,stock_4oz',
    'pure-bloom,31,Changed,',
    'first-light-serum,36,Changed,',
    `bloomera-hair-skin-restore,23,Changed,${await onHand()}`,
  ].join('\n')
  const { version } = await products().dryRun(file)
  let result: unknown
  const status = await paidWhile(async (held) => {
    result = await createProductImport(held).apply(file, version, ANA)
  })
  expect(status).toBe(200)
  expect(result).toMatchObject({ ok: true, products: 3, created: 0 })
})

async function onHand(): Promise<number> {
  const [row] = await shop.rows(
    `select on_hand from stock_levels where product_id = 'bloomera-hair-skin-restore' and size = '4oz'`,
  )
  return Number(row?.on_hand)
}

test.runIf(isPostgres)('does not overwrite a concurrent sale with an imported count', async () => {
  const before = await onHand()
  const file = 'id,short_description,stock_4oz\nbloomera-hair-skin-restore,Counted anew.,50\n'
  const { version } = await products().dryRun(file)
  const sale = Promise.withResolvers<void>()
  const isSelling = Promise.withResolvers<void>()
  const selling = database.current.withConnection(async (connection) => {
    await connection.exec(`begin; update stock_levels set on_hand = on_hand - 1
      where product_id = 'bloomera-hair-skin-restore' and size = '4oz'`)
    isSelling.resolve()
    await sale.promise
    await connection.exec('commit')
  })
  await isSelling.promise
  const applying = products().apply(file, version, ANA)
  await eventually(async () => {
    const waiting = await shop.rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like '%stock_levels%'`)
    return waiting.length > 0
  })
  sale.resolve()
  await selling
  expect(await applying).toMatchObject({
    ok: false,
    plan: { lines: [{ changes: expect.arrayContaining([expect.objectContaining({ before: String(before - 1) })]) }] },
  })
  expect(await onHand()).toBe(before - 1)
  const [row] = await shop.rows(`select short_description from products where id = 'bloomera-hair-skin-restore'`)
  expect(row?.short_description).not.toBe('Counted anew.')
})
