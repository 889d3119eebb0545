import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { startOfShopDay } from '#domain/time/shop-day.ts'
import { createRatesEditor } from '#server/rates/rates-editor.service.ts'
import { createTaxReportService } from '#server/reports/tax.service.ts'
import { anOrder } from './an-order.ts'
import { eventually } from './eventually.ts'
import { visibleText } from './form-values.ts'
import { openPayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'

const ANA = { operatorId: null, actor: 'ana@bloomera.example' }

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof openPayingShop>>
let editor: ReturnType<typeof createRatesEditor>

beforeAll(async () => {
  shop = await openPayingShop(database.current)
  editor = createRatesEditor(database.current, () => new Date())
})
afterEach(async () => {
  vi.useRealTimers()
  await shop.rows(`delete from settings where key in ('shipping', 'tax-rates')`)
  await shop.services.rates.load()
})
afterAll(() => shop.end())

async function pageText(path: string): Promise<string> {
  return visibleText(await (await shop.app.request(path)).text())
}

async function quoted() {
  const { items, shippingAddress } = anOrder()
  return (await shop.quote({ items, state: shippingAddress.state })).body
}

/** Pays as a browser would, and returns the order that was written. */
async function ordered() {
  const quote = await quoted()
  const { status, body } = await shop.pay({ expectedTotalCents: quote.totalCents })
  expect(status).toBe(200)
  const [order] = await shop.rows('select * from orders where number = $1', [
    'orderNumber' in body ? body.orderNumber : '',
  ])
  return order
}

test('a new shipping rate is immediately on every page, in the quote and in the charge', async () => {
  expect(await pageText('/products/pure-bloom')).toContain('Free shipping over $75')
  const { shippingVersion } = await editor.find()
  await editor.saveShipping({ flatCents: 500, freeFromCents: 6000 }, null, shippingVersion, ANA)
  await eventually(async () => (await pageText('/products/pure-bloom')).includes('Free shipping over $60'))
  for (const path of ['/', '/about', '/contact'])
    await eventually(async () => (await pageText(path)).includes('Free Shipping on Orders Over $60'))
  expect(await pageText('/shipping-returns')).toContain(
    'Shipping costs $5.00 an order and is free when the oils in your cart come to $60.00 or more',
  )
  expect(await (await shop.app.request('/llms.txt')).text()).toContain('Shipping costs $5.00 an order')
  expect(await quoted()).toMatchObject({ subtotalCents: 5000, shippingCents: 500, totalCents: 5858 })
  expect(await ordered()).toMatchObject({ shipping_cents: 500, total_cents: 5858 })
  const [payment] = await shop.rows('select amount_cents from payment_attempts order by created_at desc limit 1')
  expect(payment).toEqual({ amount_cents: 5858 })
})

test('a tax rate that starts tomorrow applies from midnight at the shop, and placed orders keep theirs', async () => {
  const today = shopDay(new Date())
  const tomorrow = addDays(today, 1)
  const { taxVersion } = await editor.find()
  await editor.addTaxRate({ state: 'UT', basisPoints: 725, fromDay: tomorrow }, taxVersion, ANA)
  await editor.addTaxRate({ state: 'CO', basisPoints: 290, fromDay: tomorrow }, (await editor.find()).taxVersion, ANA)
  await shop.services.rates.load()

  vi.useFakeTimers({ toFake: ['Date'], now: startOfShopDay(tomorrow).getTime() - 1000 })
  expect(await quoted()).toMatchObject({ taxCents: 358 })
  const before = await ordered()
  expect(before).toMatchObject({ tax_cents: 358, tax_basis_points: 715 })
  expect(await pageText('/shipping-returns')).toContain('We charge 7.15% sales tax on Utah orders')

  vi.setSystemTime(startOfShopDay(tomorrow))
  expect(await quoted()).toMatchObject({ taxCents: 363 })
  expect(await ordered()).toMatchObject({ tax_cents: 363, tax_basis_points: 725 })
  await eventually(async () =>
    (await pageText('/shipping-returns')).includes('We charge 7.25% sales tax on Utah orders'),
  )
  expect(await pageText('/shipping-returns')).toContain('We charge 2.90% sales tax on Colorado orders')
  expect(await shop.rows('select tax_basis_points from orders where id = $1', [before?.id])).toEqual([
    { tax_basis_points: 715 },
  ])
})

test('rates that start tomorrow agree on pages, in quote, charge, email and report around midnight', async () => {
  const tomorrow = addDays(shopDay(new Date()), 1)
  const { shippingVersion, taxVersion } = await editor.find()
  await editor.saveShipping({ flatCents: 500, freeFromCents: 6000 }, tomorrow, shippingVersion, ANA)
  await editor.addTaxRate({ state: 'UT', basisPoints: 725, fromDay: tomorrow }, taxVersion, ANA)
  await shop.services.rates.load()
  const taxes = createTaxReportService(database.current, () => new Date())
  const around = { name: 'around', from: addDays(tomorrow, -30), until: addDays(tomorrow, 30) }
  const reported = (await taxes.utah(around)).net

  async function expectAgreement(rate: { shippingCents: number; taxCents: number; percent: string; limit: string }) {
    const { shippingCents, taxCents, percent, limit } = rate
    const totalCents = 5000 + shippingCents + taxCents
    for (const path of ['/products/pure-bloom', '/shipping-returns', '/llms.txt'])
      await eventually(async () => (await pageText(path)).includes(limit))
    expect(await pageText('/shipping-returns')).toContain(`We charge ${percent} sales tax on Utah orders`)
    expect(await quoted()).toMatchObject({ shippingCents, taxCents, totalCents })
    const before = (await taxes.utah(around)).net
    const order = await ordered()
    expect(order).toMatchObject({ shipping_cents: shippingCents, tax_cents: taxCents, total_cents: totalCents })
    expect(await shop.rows('select amount_cents from payment_attempts where order_id = $1', [order?.id])).toEqual([
      { amount_cents: totalCents },
    ])
    const [mail] = await shop.rows(`select payload from outbox where payload->>'orderNumber' = $1`, [order?.number])
    expect(mail?.payload).toMatchObject({ shippingCents, taxCents, totalCents })
    const after = (await taxes.utah(around)).net
    expect(after.taxCents - before.taxCents).toBe(taxCents)
    return after
  }

  vi.useFakeTimers({ toFake: ['Date'], now: startOfShopDay(tomorrow).getTime() - 30_000 })
  await expectAgreement({ shippingCents: 999, taxCents: 358, percent: '7.15%', limit: '$75' })
  vi.setSystemTime(startOfShopDay(tomorrow))
  const all = await expectAgreement({ shippingCents: 500, taxCents: 363, percent: '7.25%', limit: '$60' })
  expect(all.taxCents - reported.taxCents).toBe(358 + 363)
})

test('a cart quoted before the change has to be confirmed again before it is charged', async () => {
  const { totalCents } = await quoted()
  await editor.saveShipping({ flatCents: 1200, freeFromCents: 9000 }, null, (await editor.find()).shippingVersion, ANA)
  expect(await shop.pay({ expectedTotalCents: totalCents })).toMatchObject({
    status: 409,
    body: { problem: 'changed' },
  })
})

test('a rate for a past day can be neither added nor restored, and a scheduled one can be canceled', async () => {
  const today = shopDay(new Date())
  const yesterday = addDays(today, -1)
  const rate = { flatCents: 100, freeFromCents: 200 }
  const { shippingVersion } = await editor.find()
  expect(await editor.saveShipping(rate, yesterday, shippingVersion, ANA)).toMatchObject({ ok: false, code: 'refused' })
  expect(
    await editor.addTaxRate(
      { state: 'NV', basisPoints: 685, fromDay: yesterday },
      (await editor.find()).taxVersion,
      ANA,
    ),
  ).toMatchObject({ ok: false, code: 'refused' })

  await editor.saveShipping(rate, addDays(today, 3), shippingVersion, ANA)
  expect((await editor.find()).shipping).toHaveLength(2)
  await editor.cancelShipping(addDays(today, 3), ANA)
  expect((await editor.find()).shipping).toHaveLength(1)
  // The current rate can't be canceled.
  const [first] = (await editor.find()).shipping
  await editor.cancelShipping(first?.fromDay ?? '', ANA)
  expect((await editor.find()).shipping).toHaveLength(1)
})

test('if two owners change the rate at once, one gets a conflict', async () => {
  const { shippingVersion } = await editor.find()
  const results = await Promise.all(
    [100, 200].map((flatCents) => editor.saveShipping({ flatCents, freeFromCents: 5000 }, null, shippingVersion, ANA)),
  )
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect(results.find(({ ok }) => !ok)).toMatchObject({ code: 'changed' })
})

test('an unreadable schedule stops orders instead of charging the wrong price', async () => {
  await shop.rows(`insert into settings (key, value) values ('shipping', '[{"flatCents": "free"}]')`)
  const answer = await shop.pay()
  expect(answer.status).toBe(503)
  expect(await shop.rows('select from payment_attempts where state = $1', ['sending'])).toEqual([])
})
