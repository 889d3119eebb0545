import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARRIER_KEY } from '#test/carrier-emulator.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createCarrierAccounts } from './carrier-account.service.ts'

const database = useTestDatabase()
let shop: DeskShop
let owner: string
let staff: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  owner = await shop.signIn('owner')
  staff = await shop.signIn('staff')
})
afterAll(() => shop.end())

const settings = async () => (await shop.request('/admin/settings/labels', { cookie: owner })).text()
const connect = (apiKey: string) => shop.request('/admin/settings/labels/connect', { cookie: owner, form: { apiKey } })

test('without an account, nothing is offered and nothing is sent', async () => {
  const { id } = await shop.order()
  const page = await (await shop.request(`/admin/orders/${id}`, { cookie: staff })).text()
  expect(page).not.toContain('Buy label')
  expect(await (await shop.request('/admin/orders', { cookie: staff })).text()).not.toContain('Buy labels')
  const answer = await shop.request(`/admin/orders/buy-labels?id=${id}`, { cookie: staff })
  expect(answer.status).toBe(303)
  expect((await shop.carrier.ledger()).rateRequests).toEqual([])
})

test('refuses a malformed key or one the carrier does not know, and never shows a key again', async () => {
  const none = await connect('hello')
  expect(none.status).toBe(422)
  const wrong = await connect('EZTKsomebody-elses')
  expect(wrong.status).toBe(422)
  const text = await wrong.text()
  expect(text).toContain('EasyPost doesn’t accept the key.')
  expect(text).not.toContain('somebody-elses')
  expect(await shop.rows('select 1 as one from carrier_accounts')).toEqual([])
})

test('stores the key encrypted, registers the webhook once, and never shows or logs the key', async () => {
  expect((await connect(CARRIER_KEY)).status).toBe(303)
  expect((await connect(CARRIER_KEY)).status).toBe(303)
  expect((await shop.carrier.ledger()).webhooks).toBe(1)
  const page = await settings()
  expect(page).toContain('Connected')
  expect(page).toContain(CARRIER_KEY.slice(-4))
  const stored = await shop.rows('select to_jsonb(a) as row from carrier_accounts a')
  const log = await shop.rows('select before, after from audit_log')
  for (const text of [page, JSON.stringify(stored), JSON.stringify(log)]) expect(text).not.toContain(CARRIER_KEY)
})

test('a key stored with another secret has to be entered again', async () => {
  const carrier = {
    baseUrl: shop.carrier.address,
    webhookUrl: 'http://localhost:3000/webhooks/easypost',
    isProduction: false,
  }
  const deps = { database: database.current, carrier, now: () => new Date() }
  const accounts = createCarrierAccounts({ ...deps, secretKey: 'another secret of the shop, long enough' })
  expect(await accounts.find()).toMatchObject({ isUnreadable: true })
  expect(await accounts.open()).toBeUndefined()
})

test('production refuses the emulator’s key', async () => {
  const carrier = {
    baseUrl: shop.carrier.address,
    webhookUrl: 'https://bloomera.example/webhooks/easypost',
    isProduction: true,
  }
  const deps = { database: database.current, carrier, now: () => new Date() }
  const accounts = createCarrierAccounts({ ...deps, secretKey: 'another secret of the shop, long enough' })
  const result = await accounts.connect(CARRIER_KEY, { operatorId: null, actor: 'ana' })
  expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('emulator') })
})

test('buys labels for the ticked orders after showing their prices, and prints them with the slips', async () => {
  const orders = [await shop.order(), await shop.order()]
  const query = orders.map(({ id }) => `id=${id}`).join('&')
  const page = await (await shop.request(`/admin/orders/buy-labels?${query}`, { cookie: staff })).text()
  expect(page).toContain('Buy 2 labels for $9.26')
  expect((await shop.carrier.ledger()).purchases).toEqual([])
  const fields = [...page.matchAll(/name="((?:id|label-)[^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&quot;', '"')],
  )
  const bought = await shop.request('/admin/orders/buy-labels', { cookie: staff, form: fields })
  expect(bought.status).toBe(303)
  const { purchases } = await shop.carrier.ledger()
  expect(purchases.map(({ cents }) => cents)).toEqual([463, 463])
  const done = await (await shop.request(bought.headers.get('location') ?? '', { cookie: staff })).text()
  expect(done).toContain('2 labels bought')
  // Sent again, as by a reload: nothing more is bought.
  await shop.request('/admin/orders/buy-labels', { cookie: staff, form: fields })
  expect((await shop.carrier.ledger()).purchases).toHaveLength(2)
  const slips = await (await shop.request(`/admin/orders/slips?labels=yes&${query}`, { cookie: staff })).text()
  const images = [...slips.matchAll(/src="([^"]+label\.png)"/g)].map(([, address = '']) => address)
  expect(images).toHaveLength(2)
  const image = await shop.request(images[0] ?? '', { cookie: staff })
  expect(image.headers.get('content-type')).toBe('image/png')
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(500)
})

test('a malformed form buys nothing', async () => {
  const { id } = await shop.order()
  const before = (await shop.carrier.ledger()).purchases.length
  for (const label of [
    '',
    'x',
    '{"carrier":"USPS"}',
    '{"carrier":"USPS","service":"GroundAdvantage","maxCents":-1,"packageSize":{}}',
  ]) {
    const form = { id, [`label-${id}`]: label }
    expect((await shop.request('/admin/orders/buy-labels', { cookie: staff, form })).status).toBe(303)
    expect((await shop.request(`/admin/orders/${id}/buy-label`, { cookie: staff, form: { label } })).status).toBe(303)
  }
  expect((await shop.carrier.ledger()).purchases).toHaveLength(before)
})

test('one order: a different weight has a different price, and an invalid one is refused', async () => {
  const { id } = await shop.order()
  const path = `/admin/orders/${id}/buy-label`
  const usual = await (await shop.request(path, { cookie: staff })).text()
  expect(usual).toContain('$4.63')
  const sizes = 'lengthIn=8&widthIn=6&heightIn=4'
  const heavy = await (await shop.request(`${path}?weightOz=40&${sizes}`, { cookie: staff })).text()
  expect(heavy).toContain('$6.33')
  const refused = await shop.request(`${path}?weightOz=heavy&${sizes}`, { cookie: staff })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Enter a number up to 1120')
})

test('saves what packages weigh, and quotes with it', async () => {
  const form = {
    lengthIn: '9',
    widthIn: '6',
    heightIn: '4',
    boxOz: '20',
    bottle1: '3',
    bottle2: '5.5',
    bottle4: '9.5',
    bottleOther: '6',
  }
  const save = (change: object = {}) =>
    shop.request('/admin/settings/labels/packaging', { cookie: owner, form: { ...form, ...change } })
  expect((await save({ boxOz: '-1' })).status).toBe(422)
  expect((await save()).status).toBe(303)
  expect(await shop.parts.shop.carrier.accounts.packaging()).toMatchObject({ lengthIn: 9, boxOz: 20 })
  const { id } = await shop.order()
  const page = await (await shop.request(`/admin/orders/${id}/buy-label`, { cookie: staff })).text()
  expect(page).toContain('value="26"')
})

test('after disconnecting, the shop works as before', async () => {
  expect((await shop.request('/admin/settings/labels/disconnect', { cookie: owner, form: {} })).status).toBe(303)
  expect(await settings()).not.toContain('Connected')
  const { id } = await shop.order()
  const page = await (await shop.request(`/admin/orders/${id}`, { cookie: staff })).text()
  expect(page).not.toContain('Buy label')
})
