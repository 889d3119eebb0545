import { expect, test } from 'vitest'
import { labeledFields, SETTING_KEYS, SETTINGS } from './describe-settings.ts'
import { DEFAULT_HOURS } from './hours.ts'
import { DEFAULT_DELIVERY, DEFAULT_RETURNS, type SettingKey, type ShopSettings } from './shop-settings.ts'
import { NO_SOCIAL_LINKS } from './social.ts'

const BUSINESS = {
  name: 'Bloomera LLC',
  email: 'hello@bloomera.example',
  phone: '801-555-0142',
  address: '482 Orchard Lane, Provo, UT 84601',
}
const SHOP: ShopSettings = {
  business: BUSINESS,
  hours: DEFAULT_HOURS,
  social: { ...NO_SOCIAL_LINKS, instagram: 'https://instagram.com/bloomera', tiktok: 'https://tiktok.com/@bloomera' },
  sender: { name: 'Bloomera', replyTo: '' },
  inventory: { lowAt: 5 },
  reviews: { asksWhenShipped: true },
  notifications: { alerts: ['ann@bloomera.example', 'ben@bloomera.example'] },
  delivery: { ...DEFAULT_DELIVERY, isStated: true, closedDays: ['2026-12-24'] },
  returns: { ...DEFAULT_RETURNS, isStated: true, shopPays: true },
}
/** A Wednesday before Thanksgiving. */
const AROUND = { today: '2026-11-18', mailAddress: 'orders@bloomera.example' }

const summary = (key: SettingKey, changes: Partial<ShopSettings> = {}) =>
  SETTINGS[key].summary({ ...SHOP, ...changes }, AROUND)
const sentences = (key: SettingKey, changes: Partial<ShopSettings> = {}) =>
  SETTINGS[key].sentences({ ...SHOP, ...changes }, AROUND).map(({ place, text }) => `${place}: ${text}`)
const phrases = (key: SettingKey, changes: Partial<ShopSettings> = {}) => SETTINGS[key].phrases({ ...SHOP, ...changes })

test('sums up every setting in a line', () => {
  expect(Object.fromEntries(SETTING_KEYS.map((key) => [key, summary(key)]))).toEqual({
    business: 'Bloomera LLC, Provo',
    hours: 'Monday-Friday 9:00 AM-5:00 PM MST',
    social: 'Instagram, TikTok',
    sender: 'Bloomera',
    inventory: 'Low at 5',
    reviews: 'Asked for when an order ships',
    notifications: 'ann@bloomera.example, ben@bloomera.example',
    delivery: 'Ships within 2 business days',
    returns: 'Return unopened bottles within 30 days',
  })
})

test('sums up what is not set', () => {
  expect(summary('business', { business: { ...BUSINESS, address: '' } })).toBe('Bloomera LLC')
  expect(summary('social', { social: NO_SOCIAL_LINKS })).toBe('None')
  expect(summary('sender', { sender: { name: '', replyTo: '' } })).toBe('orders@bloomera.example')
  expect(summary('reviews', { reviews: { asksWhenShipped: false } })).toBe('Not asked for')
  expect(summary('notifications', { notifications: { alerts: [] } })).toBe('hello@bloomera.example')
  expect(summary('delivery', { delivery: DEFAULT_DELIVERY })).toBe('Not shown to customers')
  expect(summary('returns', { returns: DEFAULT_RETURNS })).toBe('Not shown to customers')
})

test('says where business details are shown', () => {
  const seller = 'Bloomera LLC, 482 Orchard Lane, Provo, UT 84601, hello@bloomera.example · 801-555-0142'
  expect(sentences('business')).toEqual([
    'Foot of every page: hello@bloomera.example 801-555-0142',
    'Contact: Phone 801-555-0142 Email hello@bloomera.example Mail 482 Orchard Lane, Provo, UT 84601',
    `Foot of every email: ${seller}`,
    `Packing slips, printed orders and Terms of Service: ${seller}`,
    'Sender on labels: Bloomera LLC, 482 Orchard Lane, Provo, UT 84601',
    'If the card form fails: Order by email at hello@bloomera.example or by phone at 801-555-0142.',
  ])
  const elsewhere = sentences('business', { business: { ...BUSINESS, address: '' } })
  expect(elsewhere).toContain('Contact: Phone 801-555-0142 Email hello@bloomera.example')
  expect(elsewhere).toContain('Sender on labels: Bloomera LLC')
})

test('says where the other settings are shown', () => {
  expect(sentences('hours')).toEqual([
    'Contact, hours, line 1: Monday-Friday 9:00 AM-5:00 PM MST',
    'Contact, hours, line 2: Saturday and Sunday Closed',
    'Contact, top of the page: We reply within 24 hours on business days, usually sooner.',
  ])
  expect(sentences('social')).toEqual([
    'Foot of every page, and Contact: Instagram TikTok',
    'Button on Contact: Follow on Instagram',
    'Search engines: https://instagram.com/bloomera https://tiktok.com/@bloomera',
  ])
  expect(sentences('social', { social: NO_SOCIAL_LINKS })).toEqual([
    'Foot of every page, and Contact: No links',
    'Button on Contact: No button',
    'Search engines: No profiles',
  ])
  expect(sentences('sender')).toEqual([
    'From: Bloomera <orders@bloomera.example>',
    'A reply goes to: hello@bloomera.example',
  ])
  expect(sentences('sender', { sender: { name: '', replyTo: 'care@x.example' } })).toEqual([
    'From: <orders@bloomera.example>',
    'A reply goes to: care@x.example',
  ])
  expect(sentences('inventory')).toEqual([
    'Low Stock badge on the home page: For a size with 5 bottles or fewer.',
    'Today and Products: Marked as low at 5 or fewer.',
  ])
  expect(sentences('reviews')).toEqual(['Shipping email: Review {oil}, for each oil in the order.'])
  expect(sentences('reviews', { reviews: { asksWhenShipped: false } })).toEqual([
    'Shipping email: No links to reviews.',
  ])
  expect(sentences('notifications')).toEqual(['The next alert goes to: ann@bloomera.example, ben@bloomera.example'])
})

test('shows what a delivery estimate would promise today, holidays included', () => {
  const [promise, product, near, rest] = sentences('delivery')
  expect(promise).toMatch(/^Shipping & Returns: .*2 business days/)
  expect(product).toMatch(/^Product pages, .*: Usually arrives 4 to 10 business days after you order$/)
  expect(near).toBe(
    'Ordered today, to Utah and its neighbors: Ships by Fri, Nov 20, usually arrives Tue, Nov 24 to Wed, Nov 25.',
  )
  expect(near).not.toContain('holiday')
  expect(rest).toMatch(/Nov 30.*November 26.* is a holiday\.$/)
  expect(sentences('delivery', { delivery: DEFAULT_DELIVERY })[0]).toBe('Shipping & Returns: No estimate.')
})

test('knows how a hand-written text would mention a setting', () => {
  const { email, phone, address, name } = BUSINESS
  expect(phrases('business')).toEqual([email, phone, address, name])
  expect(phrases('business', { business: { ...BUSINESS, name: 'Bloomera' } })).toEqual([email, phone, address])
  expect(phrases('hours')).toEqual(['9:00 AM-5:00 PM', '24 hours'])
  expect(phrases('social')).toEqual(['instagram.com/bloomera', 'tiktok.com/@bloomera'])
  expect(phrases('delivery')).toEqual(['within 2 business days'])
  expect(phrases('returns')).toEqual(['within 30 days'])
  for (const key of ['sender', 'inventory', 'reviews', 'notifications'] as const) expect(phrases(key)).toEqual([])
})

test('labels the fields of a logged value as the form does', () => {
  const logged = (key: SettingKey) => Object.fromEntries(labeledFields(key, SHOP[key]) ?? [])
  expect(logged('business')).toEqual({
    'Business name': 'Bloomera LLC',
    Email: 'hello@bloomera.example',
    Phone: '801-555-0142',
    'Postal address': '482 Orchard Lane, Provo, UT 84601',
  })
  expect(logged('hours')).toMatchObject({
    'Monday, opens': '09:00',
    'Monday, closes': '17:00',
    'Sunday, opens': '',
    'Sunday, closes': '',
    'Replies, emails are answered within (hours)': '24',
  })
  expect(logged('social')).toMatchObject({ Instagram: 'https://instagram.com/bloomera', Facebook: '' })
  expect(logged('sender')).toEqual({ 'Sender name': 'Bloomera', 'Replies go to': '' })
  expect(logged('inventory')).toEqual({ 'Low stock at (bottles of a size)': '5' })
  expect(logged('reviews')).toEqual({ 'Ask for reviews when an order ships': 'yes' })
  expect(logged('notifications')).toEqual({ 'Alerts go to': 'ann@bloomera.example\nben@bloomera.example' })
  expect(logged('delivery')).toMatchObject({
    'Tell customers': 'yes',
    'Handling (business days)': '2',
    'Days off, no packing on': '12/24/2026',
  })
  expect(Object.values(logged('delivery'))).toEqual(['yes', '2', '2', '3', '3', '5', '5', '8', '12/24/2026'])
})

test('says where the return terms are shown', () => {
  const [product, page] = sentences('returns')
  expect(product).toBe('Product pages: Return unopened bottles within 30 days')
  expect(page).toContain('We pay for return shipping.')
  expect(sentences('returns', { returns: DEFAULT_RETURNS })).toEqual([
    'Product pages: Nothing about returns.',
    'Shipping & Returns: Nothing about returns.',
  ])
  expect(Object.fromEntries(labeledFields('returns', SHOP.returns) ?? [])).toEqual({
    'Tell customers': 'yes',
    'Days to return, after delivery': '30',
    'Take back opened bottles': '',
    'Pay for return shipping': 'yes',
  })
})

test('shows a logged value of an unknown shape unchanged', () => {
  expect(labeledFields('rates', {})).toBeUndefined()
  expect(labeledFields('notifications', { former: true })).toBeUndefined()
})

test('a form has the right control for each field', () => {
  const inputs = (key: SettingKey) =>
    SETTINGS[key].groups.flatMap(({ fields }) => fields.map(({ name, input = 'text' }) => `${name} ${input}`))
  expect(inputs('business')).toEqual(['name text', 'email email', 'phone tel', 'address text'])
  expect(inputs('hours').slice(0, 2)).toEqual(['mondayOpens time', 'mondayCloses time'])
  expect(inputs('hours').at(-1)).toBe('replyHours number')
  expect(new Set(inputs('social').map((input) => input.split(' ')[1]))).toEqual(new Set(['url']))
  expect(inputs('sender')).toEqual(['name text', 'replyTo email'])
  expect(inputs('inventory')).toEqual(['lowAt number'])
  expect(inputs('reviews')).toEqual(['asksWhenShipped tick'])
  expect(inputs('notifications')).toEqual(['alerts lines'])
  expect(inputs('delivery')).toEqual([
    'isStated tick',
    'handlingDays number',
    'nearFrom number',
    'nearTo number',
    'restFrom number',
    'restTo number',
    'farFrom number',
    'farTo number',
    'closedDays lines',
  ])
  expect(inputs('returns')).toEqual(['isStated tick', 'days number', 'takesOpened tick', 'shopPays tick'])
})
