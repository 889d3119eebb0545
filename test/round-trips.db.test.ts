import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOrder } from './an-order.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { recordStatements } from './recorded-statements.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

const database = useTestDatabase()
let shop: PayingShop

beforeAll(async () => {
  if (isPostgres) shop = await openPayingShop(database.current)
}, 180_000)

afterAll(() => shop?.end())

/** The statements of requests; background work has no request. Each is a round trip, and most of what a page waits for. */
async function roundTrips(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordStatements(work)
  return statements.flatMap(({ text }) => (text.startsWith('/* request=') ? [text.replace(/^.*?\*\/\s*/, '')] : []))
}

/** How many statements a page takes when it is re-rendered; the products themselves are in memory. */
const PAGES = {
  '/': 6,
  '/shop-all': 2,
  '/shop-all?search=rose': 3,
  '/products/pure-bloom': 2,
  '/reviews': 4,
}

for (const [path, most] of Object.entries(PAGES)) {
  test.runIf(isPostgres)(`queries at most ${most} times for ${path}, and not again for the cached page`, async () => {
    const open = async () => expect((await shop.app.request(path)).status).toBe(200)
    // The first page also reads what all of them share.
    await open()
    shop.cache.invalidate(['everything'])
    const asked = await roundTrips(open)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    expect(asked.length).toBeGreaterThan(0)
    if (path.includes('?search=')) return
    expect(await roundTrips(open)).toEqual([])
  })
}

test.runIf(isPostgres)('queries nothing for an address that cannot be a page', async () => {
  expect(await roundTrips(async () => expect((await shop.app.request('/nothing/here')).status).toBe(404))).toEqual([])
})

test.runIf(isPostgres)(
  'queries three times for a quote: to count it, for prices with stock, and for rates',
  async () => {
    const { items, shippingAddress } = anOrder()
    const quote = async () => expect((await shop.quote({ items, state: shippingAddress.state })).status).toBe(200)
    await quote()
    const asked = await roundTrips(quote)
    expect(asked.length, asked.join('\n')).toBe(3)
  },
)

test.runIf(isPostgres)('takes a payment in two transactions, with as few statements as is safe', async () => {
  await shop.pay()
  const asked = await roundTrips(async () => expect((await shop.pay()).status).toBe(200))
  // How often these run depends on how long it takes: the till checks for disk space once a second, and the buyer's
  // request checks every 100 ms whether a webhook has reported the outcome already.
  const isTimed = (text: string) =>
    text.includes('disk_probe') || /^select [^(]*from "payment_attempts" where/i.test(text)
  const untimed = asked.filter((text) => !isTimed(text))
  expect(untimed.length, untimed.join('\n')).toBe(25)
  // Once under the order's lock, and once for the response.
  expect(asked.length - untimed.length).toBeGreaterThanOrEqual(2)
  // The order is stored before the card is charged, and the charge after it: never in one transaction.
  expect(asked.filter((text) => /^(begin|commit)$/i.test(text))).toEqual(['begin', 'commit', 'begin', 'commit'])
})
