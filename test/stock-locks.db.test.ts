import { afterAll, beforeAll, expect, test } from 'vitest'
import { putBackStock, takeStock } from '#server/orders/orders.queries.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
let shop: PayingShop
const OILS = [
  'first-light-serum',
  'forever-skin-serum',
  'petal-renewal-serum',
  'pure-bloom',
  'velvet-contour-serum',
].flatMap((productId) => ['1oz', '2oz'].map((size) => ({ productId, size, quantity: 1 })))
const ON_HAND = 1000

beforeAll(async () => {
  if (!isPostgres) return
  shop = await openPayingShop(database.current)
  for (const { productId, size } of OILS)
    await shop.rows(
      `insert into stock_levels (product_id, size, on_hand) values ($1, $2, $3)
       on conflict (product_id, size) do update set on_hand = excluded.on_hand`,
      [productId, size, ON_HAND],
    )
})
afterAll(() => (isPostgres ? shop.end() : undefined))

/** The same bottles, in either order. */
function cart(n: number) {
  return { items: n % 2 === 0 ? OILS : OILS.toReversed() }
}

// PGlite runs one transaction at a time.
test.runIf(isPostgres)('takes and returns bottles without a deadlock, in whatever order carts list them', async () => {
  const orders = await Promise.all(
    [0, 1, 2, 3].map(async (n) => {
      const { body } = await shop.pay(cart(n))
      const [row] = await shop.rows('select id from orders where number = $1', [body.orderNumber])
      return String(row?.id)
    }),
  )
  // Without the retries that hide a deadlock from buyers.
  const turns = Array.from({ length: 120 }, (_, n) => orders[n % orders.length] ?? '')
  const results = await Promise.allSettled(
    turns.map((orderId, n) =>
      database.current.orm.transaction(async (tx) => {
        await putBackStock(tx, orderId)
        if (n % 3 > 0) await takeStock(tx, orderId)
      }),
    ),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  for (const orderId of orders) await database.current.orm.transaction((tx) => putBackStock(tx, orderId))
  const shelves = await shop.rows('select distinct on_hand from stock_levels where product_id = any($1)', [
    OILS.map(({ productId }) => productId),
  ])
  expect(shelves).toEqual([{ on_hand: ON_HAND }])
})

test.runIf(isPostgres)('keeps buyers and cancellations of the same bottles from blocking others', async () => {
  const firsts = await Promise.all(Array.from({ length: 12 }, (_, n) => shop.pay(cart(n))))
  expect(firsts.map(({ status }) => status)).toEqual(firsts.map(() => 200))
  const cancel = (path: string) => shop.services.orders.cancel(path.replace('/order/', ''))
  const [cancelled, seconds] = await Promise.all([
    Promise.all(firsts.map(({ body }) => cancel(String(body.orderPath)))),
    Promise.all(Array.from({ length: 12 }, (_, n) => shop.pay(cart(n + 1)))),
  ])
  expect(cancelled).toEqual(firsts.map(() => true))
  expect(seconds.map(({ status }) => status)).toEqual(seconds.map(() => 200))
  const shelves = await shop.rows('select distinct on_hand from stock_levels where product_id = any($1)', [
    OILS.map(({ productId }) => productId),
  ])
  expect(shelves).toEqual([{ on_hand: ON_HAND - 12 }])
})
