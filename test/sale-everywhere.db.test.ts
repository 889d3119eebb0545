/** A sale from its start to its end: the price is the same everywhere. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProductEditor } from '#server/catalogue/product-editor.service.ts'
import { createSaleQueue } from '#server/catalogue/sale-prices.worker.ts'
import { anOrder } from './an-order.ts'
import { drain } from './drain-queue.ts'
import { eventually } from './eventually.ts'
import { visibleText } from './form-values.ts'
import { openPayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'

const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const DAY_MS = 86_400_000
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof openPayingShop>>

beforeAll(async () => {
  shop = await openPayingShop(database.current)
})
afterAll(() => shop.end())

const read = async (path: string) => (await shop.app.request(path)).text()

/** The price of 1oz of Pure Bloom for shoppers, API clients and the order. */
async function shown() {
  const html = await read('/products/pure-bloom?size=1oz')
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as object
  const [offer] = JSON.stringify(data).match(/"@type":"Offer","url":"[^"]*size=1oz","price":"[\d.]+"/) ?? []
  const [item = ''] = /<item><g:id>pure-bloom-1oz.*?<\/item>/s.exec(await read('/feeds/google-merchant.xml')) ?? []
  const card = /1oz · (\$[\d.]+(?:, was \$[\d.]+)?)/.exec(
    (await read('/shop-all')).replaceAll('<!-- -->', '').split('Size of Pure Bloom')[1] ?? '',
  )
  const { items, shippingAddress } = anOrder()
  const { body } = await shop.quote({ items, state: shippingAddress.state })
  return {
    ends: /Sale ends [A-Z][a-z]+ \d+, \d{4}/.test(visibleText(html)),
    structured: /[\d.]+(?="$)/.exec(offer ?? '')?.[0],
    feed: [...item.matchAll(/<g:(?:sale_)?price>([\d.]+) USD/g)].map(([, price]) => price).slice(0, -1),
    card: card?.[1],
    quote: body.subtotalCents,
  }
}

async function bought() {
  const { items, shippingAddress } = anOrder()
  const { totalCents } = (await shop.quote({ items, state: shippingAddress.state })).body
  const { status, body } = await shop.pay({ expectedTotalCents: totalCents })
  expect(status).toBe(200)
  const number = 'orderNumber' in body ? body.orderNumber : ''
  const [order] = await shop.rows('select subtotal_cents, total_cents from orders where number = $1', [number])
  const [attempt] = await shop.rows(
    'select amount_cents from payment_attempts where order_id = (select id from orders where number = $1)',
    [number],
  )
  const [mail] = await shop.rows(`select payload from outbox where payload->>'orderNumber' = $1`, [number])
  return { order, attempt, mail: JSON.stringify(mail?.payload) }
}

async function turn(startsIn: string, endsIn: string): Promise<void> {
  await shop.rows(
    `update sale_prices set starts_at = now() + interval '${startsIn}', ends_at = now() + interval '${endsIn}'`,
  )
  await drain(createSaleQueue(database.current))
}

test('page, card, feed, structured data, quote, charge and email agree before, during and after a sale', async () => {
  const regular = {
    ends: false,
    structured: '25.00',
    feed: ['25.00'],
    card: '$25.00',
    quote: 5000,
  }
  // Offered for long enough to be crossed out.
  await shop.rows(`update offered_prices set offered_from = now() - interval '40 days'`)
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const sale = { prices: { '1oz': 1999 }, startsAt: at(1), endsAt: at(3) }
  const editor = createProductEditor(database.current, () => new Date())
  expect(await editor.saveSalePrice('pure-bloom', { sale }, undefined, ANA)).toMatchObject({ ok: true })
  expect(await shown()).toMatchObject(regular)
  const before = await bought()
  expect(before.order).toMatchObject({ subtotal_cents: 5000 })

  await turn('-1 second', '1 day')
  await eventually(async () => (await shown()).ends)
  expect(await shown()).toMatchObject({
    ends: true,
    structured: '19.99',
    feed: ['25.00', '19.99'],
    card: '$19.99, was $25.00',
    quote: 3998,
  })
  const during = await bought()
  expect(during.order).toMatchObject({ subtotal_cents: 3998 })
  expect(during.attempt).toEqual({ amount_cents: during.order?.total_cents })
  expect(during.mail).toContain('3998')
  expect(during.mail).not.toContain('5000')

  await turn('-1 day', '0 seconds')
  await eventually(async () => !(await shown()).ends)
  expect(await shown()).toMatchObject(regular)
  const after = await bought()
  expect(after.order).toEqual(before.order)
  // The price of what was bought doesn't change.
  expect(after.mail).toContain('5000')
})
