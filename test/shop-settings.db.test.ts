/** Any change under Settings is on every page, email, document and printout at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_HOURS } from '#domain/business/hours.ts'
import {
  DEFAULT_DELIVERY,
  DEFAULT_RETURNS,
  type SettingKey,
  type ShopSettings,
} from '#domain/business/shop-settings.ts'
import { NO_SOCIAL_LINKS } from '#domain/business/social.ts'
import { readEnv } from '#server/env.ts'
import { MAIL_EXAMPLES } from '#server/mail-examples.ts'
import { createMailDelivery } from '#server/mails.ts'
import type { MailMessage } from '#server/platform/mail/mailer.ts'
import { createSettingsEditor } from '#server/settings/settings-editor.service.ts'
import { cacheableAddresses } from './cacheable-addresses.ts'
import { eventually } from './eventually.ts'
import { FIRST_TEXTS } from './first-texts.ts'
import { visibleText } from './form-values.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'
import { createTestShop } from './test-shop.ts'

const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const ENVIRONMENT = {
  SHOP_EMAIL: 'env-mailbox@example.com',
  SHOP_PHONE: '(801) 555-0001',
  SHOP_ADDRESS: '1 Environment Way, Logan, UT 84321',
  SHOP_INSTAGRAM_URL: 'https://www.instagram.com/environment',
  MAIL_FROM: 'Environment Sender <robot@mail.example>',
}
const { shopDefaults, mailAddress, secretKey } = readEnv({ NODE_ENV: 'test', ...ENVIRONMENT })

/** Every fact with a value that occurs nowhere else. */
function recognizable(word: string, digit: number): ShopSettings {
  const times = { opens: `0${digit}:15`, closes: `1${digit}:45` }
  return {
    business: {
      name: `${word} Botanicals LLC`,
      email: `${word.toLowerCase()}@example.com`,
      phone: `(801) 555-${String(digit).repeat(4)}`,
      address: `${digit}7 ${word} Lane, Ogden, UT 84401`,
    },
    hours: { days: { ...DEFAULT_HOURS.days, Monday: times, Sunday: times }, replyHours: 30 + digit },
    social: {
      ...NO_SOCIAL_LINKS,
      instagram: `https://www.instagram.com/${word.toLowerCase()}`,
      tiktok: `https://www.tiktok.com/@${word.toLowerCase()}`,
    },
    sender: { name: `${word} Sender`, replyTo: `${word.toLowerCase()}-replies@example.com` },
    inventory: { lowAt: 12 },
    reviews: { asksWhenShipped: true },
    notifications: { alerts: [`${word.toLowerCase()}-alerts@example.com`] },
    delivery: { ...DEFAULT_DELIVERY, isStated: true, handlingDays: 20 + digit },
    returns: { ...DEFAULT_RETURNS, isStated: true, days: 70 + digit },
  }
}

/** How the facts may be written in a page, an email or a document. */
function traces({ business, hours, social, sender, delivery, returns }: ShopSettings): string[] {
  return [
    ...(business.name === 'Bloomera' ? [] : [business.name]),
    business.email,
    business.phone,
    business.phone.replaceAll(/\D/g, ''),
    business.address,
    ...Object.values(social).filter((url) => url !== ''),
    sender.name,
    ...(sender.replyTo ? [sender.replyTo] : []),
    `within ${hours.replyHours} hours`,
    ...(hours.days.Sunday ? [`${Number(hours.days.Sunday.opens.slice(0, 2))}:15 AM`] : []),
    ...(delivery.isStated ? [`within ${delivery.handlingDays} business days`] : []),
    ...(returns.isStated ? [`bottles within ${returns.days} days`] : []),
  ]
}

const database = useTestDatabase()
let shop: PayingShop
/** As another process of the same shop. */
let otherProcess: Awaited<ReturnType<typeof createTestShop>>
let desk: ReturnType<typeof createTestDesk>
let editor: ReturnType<typeof createSettingsEditor>
let orderPaths: string[]
let owner: string

beforeAll(async () => {
  shop = await openPayingShop(database.current, ENVIRONMENT)
  otherProcess = await createTestShop(database.current, ENVIRONMENT)
  desk = createTestDesk(database.current, { environment: ENVIRONMENT })
  owner = await desk.signIn('owner')
  editor = createSettingsEditor(database.current, shopDefaults)
  const { body } = await shop.pay()
  const [order] = await shop.rows('select id from orders limit 1')
  const papers = ['packing-slip', 'label'].map((paper) => `/admin/orders/${String(order?.id)}/${paper}`)
  orderPaths = [body.orderPath ?? '', ...papers]
})
afterAll(() => shop.end())

async function save(settings: ShopSettings): Promise<void> {
  const stored = await editor.find()
  for (const key of Object.keys(settings) as SettingKey[])
    expect(await editor.save(key, settings[key], editor.versionOf(stored[key]), ANA)).toMatchObject({ ok: true })
  for (const { services } of [shop, otherProcess])
    await eventually(() => JSON.stringify(services.shopSettings.current()) === JSON.stringify(settings))
  await desk.parts.shop.shopSettings.load()
}

/** Every kind of page in every form, with only a few products, reviews and filters, which share a route. */
async function everyPage(): Promise<[string, string][]> {
  const isOneOfMany = (address: string) =>
    /without=|[?&]page=/.test(address) ||
    /ingredients\//.test(address) ||
    (/[/=](\w+-)+\w+/.test(address) && /product[s=]|guide\//.test(address))
  const isExample = (address: string) => /pure-bloom|jojoba|without=nuts(?!.*without)/.test(address)
  const addresses = [...(await cacheableAddresses(database.current))].map((each) => each.replace(/^404 /, ''))
  const chosen = addresses.filter((address) => !isOneOfMany(address) || isExample(address))
  const found: [string, string][] = []
  for (const address of [...chosen, '/order', '/manifest.webmanifest'])
    found.push([address, await (await shop.app.request(address)).text()])
  for (const address of ['/', '/contact', '/llms.txt', '/contact.data'])
    found.push([`${address} elsewhere`, await (await otherProcess.app.request(address)).text()])
  const [orderPath = '', ...papers] = orderPaths
  found.push([orderPath, await (await shop.app.request(orderPath)).text()])
  for (const path of papers) found.push([path, await (await desk.request(path, { cookie: owner })).text()])
  return found
}

async function everyMail(): Promise<[string, string][]> {
  const sent: MailMessage[] = []
  const deliver = createMailDelivery({
    texts: FIRST_TEXTS,
    database: database.current,
    env: { mailAddress, smtpUrl: undefined, dkim: undefined, secretKey },
    settings: shop.services.shopSettings,
    mailbox: { send: async (message) => void sent.push(message) },
  })
  await shop.post('email-signup', { email: 'ana@example.com', source: 'home' })
  await shop.rows(`update subscribers set unsubscribe_token = 'token' where email = 'ana@example.com'`)
  for (const [template, payload] of Object.entries(MAIL_EXAMPLES))
    await deliver({ id: template, template, recipient: 'ana@example.com', payload, attempts: 1 })
  return sent.map(({ messageId, ...message }) => [messageId, JSON.stringify(message)])
}

test('shows the values from the environment until the owner saves something', async () => {
  // The demo data states delivery and returns.
  expect(await editor.find()).toEqual({
    ...shopDefaults,
    delivery: { ...shopDefaults.delivery, isStated: true },
    returns: { ...shopDefaults.returns, isStated: true },
  })
  const contact = visibleText(await (await shop.app.request('/contact')).text())
  for (const fact of [
    '(801) 555-0001',
    'env-mailbox@example.com',
    '1 Environment Way',
    '9:00 AM-5:00 PM MST',
    'within 24 hours',
  ])
    expect(contact).toContain(fact)
})

test.each([
  ['the environment', shopDefaults, recognizable('Thistledown', 2)],
  ['an earlier save', recognizable('Thistledown', 2), recognizable('Quillwort', 3)],
])('leaves no trace of %s on any page, email, document or printout', async (_name, before, after) => {
  // Fills the cache with what must go.
  const old = await everyPage()
  expect(old.length).toBeGreaterThan(60)
  await save(after)
  const now = [...(await everyPage()), ...(await everyMail())]
  expect(now.length).toBeGreaterThan(old.length + 8)
  for (const [place, text] of now)
    for (const trace of traces(before)) expect(text.includes(trace), `${trace} is still at ${place}`).toBe(false)
  // Each fact is somewhere; otherwise a page that shows none of them would pass, too.
  const all = now.map(([, text]) => text).join('\n')
  for (const trace of traces(after)) expect(all, trace).toContain(trace)
})

test('names the business on paper, in emails, in the terms and to search engines', async () => {
  const { business, social } = recognizable('Quillwort', 3)
  const read = async (path: string) => (await shop.app.request(path)).text()
  const [organization = ''] = /\{[^<]*"@type":"Organization"[^<]*/.exec(await read('/')) ?? []
  for (const fact of [business.name, business.email, business.phone, business.address, social.tiktok])
    expect(organization).toContain(fact)
  expect(visibleText(await read('/terms-of-service'))).toContain(business.name)
  expect(await read('/llms.txt')).toContain(`${business.email}, ${business.phone}`)
  expect(await read('/.well-known/security.txt')).toContain(`Contact: mailto:${business.email}`)
  for (const path of orderPaths.slice(1))
    expect(visibleText(await (await desk.request(path, { cookie: owner })).text())).toContain(business.name)
  for (const [place, message] of await everyMail()) {
    expect(message, place).toContain(business.name)
    expect(message, place).toContain(`{"name":"Quillwort Sender","address":"robot@mail.example"}`)
    expect(message, place).toContain('"replyTo":"quillwort-replies@example.com"')
  }
})

test('sends alerts to the addresses the owner has named, or else to the business', async () => {
  const raise = (subject: string) =>
    database.current.orm.transaction((tx) =>
      shop.services.payments.raiseAlert(tx, { kind: 'odd-answer', subject, detail: 'x' }),
    )
  const told = (subject: string) =>
    shop.rows(`select recipient from outbox where payload->>'subject' = $1 order by recipient`, [subject])
  const saveAlerts = async (alerts: string[]) => {
    const { notifications } = await editor.find()
    await editor.save('notifications', { alerts }, editor.versionOf(notifications), ANA)
  }
  await saveAlerts(['b@example.com', 'a@example.com'])
  await raise('two')
  expect(await told('two')).toEqual([{ recipient: 'a@example.com' }, { recipient: 'b@example.com' }])
  await saveAlerts([])
  await raise('none')
  expect(await told('none')).toEqual([{ recipient: 'quillwort@example.com' }])
})

test('marks as low stock what the owner’s limit says', async () => {
  await shop.rows(`update stock_levels set on_hand = 15`)
  const badge = async () => (await shop.services.catalog.listFeatured()).some(({ badge: name }) => name === 'Low Stock')
  const lowCount = async () => (await desk.parts.desk.today.work()).counts.lowStock
  expect([await badge(), await lowCount()]).toEqual([false, 0])
  const { inventory } = await editor.find()
  await editor.save('inventory', { lowAt: 15 }, editor.versionOf(inventory), ANA)
  await eventually(() => shop.services.shopSettings.current().inventory.lowAt === 15)
  await desk.parts.shop.shopSettings.load()
  expect(await badge()).toBe(true)
  expect(await lowCount()).toBeGreaterThan(0)
  expect(await (await desk.request('/admin/catalogue', { cookie: owner })).text()).toContain('badge badge-low')
})

test('asks for reviews in the shipping email only while that is turned on', async () => {
  const asked: boolean[] = []
  for (const asksWhenShipped of [true, false]) {
    const { reviews } = await editor.find()
    await editor.save('reviews', { asksWhenShipped }, editor.versionOf(reviews), ANA)
    await desk.parts.shop.shopSettings.load()
    const { body } = await shop.pay()
    const number = 'orderNumber' in body ? body.orderNumber : ''
    const [order] = await shop.rows('select id from orders where number = $1', [number])
    const { orderDesk } = desk.parts.desk
    await orderDesk.pack(String(order?.id), ANA)
    await orderDesk.ship(String(order?.id), { carrier: null, trackingNumber: null }, ANA)
    const [mail] = await shop.rows(
      `select payload ? 'reviews' as asked from outbox where template = 'shipped' and payload->>'orderNumber' = $1`,
      [number],
    )
    asked.push(mail?.asked === true)
  }
  expect(asked).toEqual([true, false])
})

test('an unreadable setting counts as not saved, and stops neither pages nor alerts', async () => {
  await shop.rows(`update settings set value = '{"name": 5}' where key = 'business'`)
  await eventually(() => shop.services.shopSettings.current().business.email === ENVIRONMENT.SHOP_EMAIL)
  expect((await shop.app.request('/contact')).status).toBe(200)
  await shop.rows(`delete from settings where key in ('business', 'hours')`)
  await eventually(() => shop.services.shopSettings.current().hours.replyHours === DEFAULT_HOURS.replyHours)
})
