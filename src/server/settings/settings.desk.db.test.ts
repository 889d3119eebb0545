import { expect, test } from 'vitest'
import { SETTING_KEYS, SETTINGS } from '#domain/business/describe-settings.ts'
import { formValues, visibleText } from '#test/form-values.ts'
import { flashOf, useSettingsDesk } from '#test/settings-desk.ts'

const BUSINESS = '/admin/settings/business'

const { post, requestAs, screen, send, services, sql, undo } = useSettingsDesk(SETTING_KEYS)

function stored() {
  return services().settingsEditor.find()
}

test.each(SETTING_KEYS)('an untouched form of %s changes nothing', async (key) => {
  const before = await stored()
  const response = await send(`/admin/settings/${key}`, {})
  expect(response.status).toBe(303)
  expect(await stored()).toEqual(before)
  expect(await sql(`select from settings where key = '${key}'`)).toEqual([])
})

test('saves the business details, logs them with the form’s labels, and restores the old ones on undo', async () => {
  const saved = await send(BUSINESS, { name: ' Bloomera   LLC ', phone: '(801) 555-0199' })
  expect(saved.status).toBe(303)
  expect((await stored()).business).toMatchObject({ name: 'Bloomera LLC', phone: '(801) 555-0199' })
  const log = visibleText(await screen('/admin/audit?action=settings.business')).replaceAll(/\s+/g, ' ')
  expect(log).toContain(
    'changed the business details Business name: Bloomera → Bloomera LLC Phone: (801) 555-0142 → (801) 555-0199',
  )
  expect((await undo(saved, BUSINESS)).status).toBe(303)
  expect((await stored()).business).toMatchObject({ name: 'Bloomera', phone: '(801) 555-0142' })
})

test('shows what would change, and marks the fields, without saving', async () => {
  const preview = await send(BUSINESS, { email: 'care@example.com', intent: 'preview' })
  expect(preview.status).toBe(200)
  const html = await preview.text()
  expect(visibleText(html)).toContain('What will change')
  expect(html).toContain('<del>hello@bloomera.example</del> <ins>care@example.com</ins>')
  expect(visibleText(html)).toContain('Was hello@bloomera.example')
  expect((await stored()).business.email).toBe('hello@bloomera.example')
  // The form is still the one that was opened, and can be saved.
  expect((await post(BUSINESS, formValues(html, BUSINESS))).status).toBe(303)
  expect((await stored()).business.email).toBe('care@example.com')
})

test.each([
  ['business', { name: '' }, 'Enter the name'],
  ['business', { email: 'hello' }, 'Enter an email address'],
  ['business', { phone: 'call us' }, 'Enter a phone number'],
  ['business', { address: 'x'.repeat(201) }, '200 characters at most'],
  ['hours', { mondayOpens: '9 am' }, 'Write the time as'],
  ['hours', { mondayCloses: '' }, 'Enter both times'],
  ['hours', { mondayCloses: '08:00' }, 'must be after'],
  ['hours', { replyHours: '0' }, 'from 1 to 240'],
  ['social', { tiktok: 'javascript:alert(1)' }, 'starts with https://'],
  ['social', { instagram: 'http://instagram.com/x' }, 'starts with https://'],
  ['sender', { name: 'Ana <ana@example.com>' }, 'Leave out'],
  ['sender', { replyTo: 'nobody' }, 'Enter an email address'],
  ['inventory', { lowAt: '-1' }, 'from 0 to 10000'],
  ['inventory', { lowAt: '1.5' }, 'from 0 to 10000'],
  ['notifications', { alerts: 'a@example.com\nb@' }, '“b@”'],
  ['delivery', { handlingDays: 'two' }, 'from 0 to 30'],
  ['delivery', { farFrom: '9', farTo: '3' }, 'must not be less'],
  ['delivery', { closedDays: '2026-02-30' }, 'Write each day as'],
  ['returns', { days: '0' }, 'from 1 to 365'],
] as const)('refuses %s with %o, keeps what was typed, and changes nothing', async (key, change, message) => {
  const path = `/admin/settings/${key}`
  const before = await stored()
  const response = await send(path, change)
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(visibleText(html)).toContain(message)
  expect(formValues(html, path)).toMatchObject(change)
  expect(await stored()).toEqual(before)
})

test('saves every other setting', async () => {
  await send('/admin/settings/hours', { saturdayOpens: '10:00', saturdayCloses: '14:00', replyHours: '48' })
  await send('/admin/settings/social', { instagram: '', pinterest: 'https://www.pinterest.com/bloomera' })
  await send('/admin/settings/sender', { name: 'Ana at Bloomera', replyTo: 'ana@example.com' })
  await send('/admin/settings/inventory', { lowAt: '8' })
  await send('/admin/settings/notifications', { alerts: 'a@example.com\n\n a@example.com, b@example.com' })
  await send('/admin/settings/delivery', { isStated: 'yes', closedDays: '2026-12-31\n2026-12-24' })
  await send('/admin/settings/returns', { isStated: 'yes', days: '45', takesOpened: 'yes' })
  expect(await stored()).toMatchObject({
    hours: { days: { Saturday: { opens: '10:00', closes: '14:00' }, Sunday: null }, replyHours: 48 },
    social: { instagram: '', pinterest: 'https://www.pinterest.com/bloomera' },
    sender: { name: 'Ana at Bloomera', replyTo: 'ana@example.com' },
    inventory: { lowAt: 8 },
    notifications: { alerts: ['a@example.com', 'b@example.com'] },
    delivery: { isStated: true, closedDays: ['2026-12-24', '2026-12-31'] },
    returns: { isStated: true, days: 45, takesOpened: true, shopPays: false },
  })
})

test('the second of two windows shows what the first has saved next to what was typed', async () => {
  const form = formValues(await screen(BUSINESS), BUSINESS)
  await send(BUSINESS, { phone: '(801) 555-0111' })
  const conflict = await post(BUSINESS, { ...form, phone: '(801) 555-0122' })
  expect(conflict.status).toBe(409)
  const html = await conflict.text()
  expect(visibleText(html)).toMatch(/Saved value:\s+\(801\) 555-0111/)
  expect((await stored()).business.phone).toBe('(801) 555-0111')
  expect((await post(BUSINESS, formValues(html, BUSINESS))).status).toBe(303)
  expect((await stored()).business.phone).toBe('(801) 555-0122')
})

test('warns of custom texts that a new fact or rate would make untrue', async () => {
  await sql(`update products set description = description || ' Call (801) 555-0142. Free shipping over $50!'
    where id = 'pure-bloom'`)
  const facts = await (await send(BUSINESS, { phone: '(801) 555-0199', intent: 'preview' })).text()
  expect(visibleText(facts).replaceAll(/\s+/g, ' ')).toContain('“(801) 555-0142” in Pure Bloom')
  expect(facts).toContain('href="/admin/catalogue/products/pure-bloom"')
  const rate = { flat: '5', freeFrom: '60', intent: 'preview' }
  const rates = visibleText(await (await send('/admin/settings/shipping', rate)).text()).replaceAll(/\s+/g, ' ')
  expect(rates).toContain('“$50” in Pure Bloom')
  // The draft that comes with the shop names the old rate.
  expect(rates).toContain('“$9.99” in Shipping & Returns')
  const unchanged = await (await send(BUSINESS, { intent: 'preview' })).text()
  expect(visibleText(unchanged)).not.toContain('typed by hand')
})

test('says that a rate that is no longer scheduled cannot be canceled', async () => {
  const response = await post('/admin/settings/shipping/cancel', { fromDay: '2099-01-01' })
  expect(response.status).toBe(303)
  expect(flashOf(response)).toContain('this rate has started, or was canceled already')
})

test('lists every setting with its current value, and finds one by name or value', async () => {
  await send('/admin/settings/inventory', { lowAt: '8' })
  const all = visibleText(await screen('/admin/settings')).replaceAll(/\s+/g, ' ')
  for (const line of [
    'Shipping $9.99, free from $75',
    'Tax rates Utah 7.15%',
    'Inventory Low at 8',
    'Business details Bloomera, Provo',
    'Hours & contact Monday-Friday 9:00 AM-5:00 PM MST',
    'Social links Instagram',
    'Email sender Bloomera',
    'Notifications hello@bloomera.example',
    'Backups Off',
  ])
    expect(all).toContain(line)
  for (const key of SETTING_KEYS) expect(all).toContain(SETTINGS[key].title.replace('’', "'"))
  const found = visibleText(await screen('/admin/settings?q=low+at'))
  expect(found).toContain('Inventory')
  expect(found).not.toContain('Tax rates')
  expect(visibleText(await screen('/admin/settings?q=zebra'))).toContain('No setting matches “zebra”.')
})

test('staff can neither see nor change a setting', async () => {
  for (const path of ['/admin/settings', BUSINESS]) expect((await requestAs('staff', path)).status).toBe(403)
  expect((await requestAs('staff', BUSINESS, { name: 'Mine' })).status).toBe(403)
})
