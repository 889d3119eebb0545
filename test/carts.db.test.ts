import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CartAction, EMPTY_CART, reduceCart } from '#domain/cart/cart.ts'
import { isSize } from '#domain/catalogue/sizes.ts'
import { priceOrder } from '#domain/money/pricing.ts'
import { DEFAULT_RATES } from '#domain/money/rates.ts'
import { products } from '#seed/products.ts'
import { anOrder } from './an-order.ts'
import { createRandom, type Random } from './chaos/random.ts'
import { eventually } from './eventually.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { TEST_SEED } from './seed.ts'
import { useTestDatabase } from './test-database.ts'

/** Per engine. */
const CARTS = 500
const AT_ONCE = 8
const PERCENT = 15
const seed = TEST_SEED
const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  shop = await openPayingShop(database.current)
  await shop.rows('delete from stock_levels')
  await shop.rows(`insert into discount_codes (code, kind, percent) values ('FIFTEEN', 'percent', ${PERCENT})`)
})
afterAll(() => shop.end())

const OFFERS = products.flatMap(({ id, name, prices }) =>
  'single' in prices
    ? [{ productId: id, name, price: prices.single, size: undefined }]
    : Object.entries(prices).map(([size, price]) => ({
        productId: id,
        name,
        price,
        size: isSize(size) ? size : undefined,
      })),
)

/** What a shopper does in the drawer: adds, changes a quantity, adds again. */
function fillCart(random: Random) {
  const actions = Array.from({ length: random.between(1, 6) }, (): CartAction => {
    const { size, ...offer } = random.pick(OFFERS)
    return { type: 'add', product: { ...offer, image: offer.productId, ...(size && { size }) } }
  })
  const cart = actions.reduce(reduceCart, EMPTY_CART)
  const line = random.pick(cart.items)
  return reduceCart(cart, { type: 'update-quantity', id: line.id, quantity: random.between(1, 4) })
}

/** Calculated independently with BigInt, without any code of the shop. */
function reference(lines: { price: number; quantity: number }[], isUtah: boolean, hasCode: boolean) {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n)
  const discount = hasCode ? (subtotal * BigInt(PERCENT) * 2n + 100n) / 200n : 0n
  const shipping = subtotal < 7500n ? 999n : 0n
  const tax = isUtah ? ((subtotal - discount) * 715n * 2n + 10_000n) / 20_000n : 0n
  return {
    subtotalCents: Number(subtotal),
    discountCents: Number(discount),
    shippingCents: Number(shipping),
    taxCents: Number(tax),
    totalCents: Number(subtotal - discount + shipping + tax),
  }
}

async function buyOne(number: number): Promise<void> {
  const random = createRandom(seed + number)
  const cart = fillCart(random)
  const [isUtah, hasCode] = [random.chance(0.5), random.chance(0.5)]
  const expected = reference([...cart.items], isUtah, hasCode)
  const items = cart.items.map(({ productId, size, quantity }) => ({ productId, quantity, size: size ?? null }))
  const discountCode = hasCode ? 'FIFTEEN' : null
  const place = isUtah ? { state: 'Utah', zip: '84601' } : { state: 'NV', zip: '89501' }

  // The drawer, then the dialog, which know prices only from the page.
  expect(cart.total).toBe(expected.subtotalCents)
  const lines = cart.items.map(({ price, quantity }) => ({ priceCents: price, quantity }))
  const discount = hasCode ? ({ kind: 'percent', percent: PERCENT } as const) : undefined
  expect(priceOrder({ rates: DEFAULT_RATES, lines, discount, state: place.state })).toEqual(expected)

  const { body: quote } = await shop.quote({ items, discountCode, state: place.state })
  expect(quote).toMatchObject(expected)
  const shippingAddress = { ...anOrder().shippingAddress, ...place }
  const key = randomUUID()
  const order = { items, discountCode, shippingAddress, expectedTotalCents: expected.totalCents }
  const { body } = await shop.pay(order, { key })
  // On a busy machine the payment may still be pending.
  expect(body.success || body.isPending, body.error ?? '').toBe(true)
  await eventually(async () => (await shop.statusOf(key)).status === 'paid')
  charged.set(String(body.orderNumber), expected)
}

const charged = new Map<string, ReturnType<typeof reference>>()

test(
  `agrees to the cent on ${CARTS} random carts in drawer, dialog, quote, charge and email (seed ${seed})`,
  { timeout: 900_000 },
  async () => {
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < CARTS) await buyOne((next += 1))
      }),
    )
    expect(charged.size).toBe(CARTS)
    const { capturedCents } = await shop.square.ledger()
    const mails = await shop.rows(`select payload from outbox where template = 'order-confirmation'`)
    const mailed = new Map(mails.map(({ payload }) => [(payload as { orderNumber: string }).orderNumber, payload]))
    for (const [number, expected] of charged) {
      expect(capturedCents[number]).toBe(expected.totalCents)
      expect(mailed.get(number)).toMatchObject(expected)
    }
  },
)
