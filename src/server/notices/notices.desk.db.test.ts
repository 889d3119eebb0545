import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyFailedMail } from '#server/notices/notify-failed-mail.ts'
import { startPushService } from '#test/push-service.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'

const database = useTestDatabase()
const PATH = '/admin/account/notifications'
let desk: ReturnType<typeof createTestDesk>
let service: Awaited<ReturnType<typeof startPushService>>

beforeAll(async () => {
  desk = createTestDesk(database.current)
  service = await startPushService()
})
afterAll(() => service.close())

const rows = (statement: string, parameters: unknown[] = []) =>
  database.current.withConnection((connection) => connection.rows(statement, parameters))

async function post(path: string, cookie: string, body: unknown) {
  const response = await desk.app.request(path, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function formOf(cookie: string): Promise<Record<string, string>> {
  const page = await (await desk.request(PATH, { cookie })).text()
  const version = /name="expectedVersion" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const ticked = [...page.matchAll(/<input[^>]*name="((?:push|email)-[\w-]+)"[^>]*checked=""/g)].map(
    ([, name = '']) => name,
  )
  return {
    ...Object.fromEntries(ticked.map((name) => [name, 'yes'])),
    quietFrom: '22',
    quietTo: '7',
    summaryHour: '8',
    expectedVersion: version,
  }
}

test('starts with push for all but the summary, and alerts by email for owners', async () => {
  const form = await formOf(await desk.signIn('owner'))
  expect(Object.keys(form).filter((name) => /^(push|email)-/.test(name))).toEqual([
    'push-new-order',
    'push-low-stock',
    'push-new-review',
    'push-failed-email',
    'push-alert',
    'email-alert',
  ])
  const staff = await formOf(await desk.signIn('staff'))
  expect(staff).not.toHaveProperty('email-alert')
})

test('saves the choices once, and logs them without personal data', async () => {
  const cookie = await desk.signIn('read-only')
  const form = { ...(await formOf(cookie)), isQuiet: 'yes', quietFrom: '21', 'email-new-order': 'yes' }
  expect((await desk.request(PATH, { cookie, form })).status).toBe(303)
  // A double press sends the same form with the old version.
  const again = await desk.request(PATH, { cookie, form })
  expect([again.status, again.headers.get('location')]).toEqual([303, PATH])
  const log = await rows(`select before, after from audit_log where action = 'notifications.change'`)
  expect(log).toHaveLength(1)
  expect(log[0]?.after).toMatchObject({ quiet: { from: 21, to: 7 }, choices: { 'new-order': { email: true } } })
  const page = await (await desk.request(PATH, { cookie })).text()
  expect(page).toMatch(/<option value="21" selected="">9 PM/)
})

test.each([
  [{ isQuiet: 'yes', quietFrom: '7', quietTo: '7' }, 'Choose two different hours'],
  [{ isQuiet: 'yes', quietFrom: '24' }, 'Choose an hour from the list.'],
  [{ summaryHour: '' }, 'Choose an hour from the list.'],
])('refuses %o with a message, and keeps what was chosen', async (change, sentence) => {
  const cookie = await desk.signIn('staff')
  const form = { ...(await formOf(cookie)), 'email-low-stock': 'yes', ...change }
  const response = await desk.request(PATH, { cookie, form })
  const page = await response.text()
  expect(response.status).toBe(422)
  expect(page).toContain(sentence)
  expect(page).toMatch(/name="email-low-stock"[^>]*checked=""/)
})

test('shows both versions when another window saved first', async () => {
  const cookie = await desk.signIn('staff')
  const form = await formOf(cookie)
  await desk.request(PATH, { cookie, form: { ...form, 'email-new-review': 'yes' } })
  const response = await desk.request(PATH, { cookie, form: { ...form, summaryHour: '10' } })
  expect(response.status).toBe(409)
  const page = await response.text()
  expect(page).toContain('Saved: on')
  const version = /name="expectedVersion" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const forced = await desk.request(PATH, { cookie, form: { ...form, summaryHour: '10', expectedVersion: version } })
  expect(forced.status).toBe(303)
})

test('adds a device once, tests it and removes it', async () => {
  const cookie = await desk.signIn('staff')
  const device = { name: 'My phone', subscription: service.subscribe('phone') }
  for (const name of ['My phone', 'My new phone'])
    expect(await post(`${PATH}/devices`, cookie, { ...device, name })).toEqual({ status: 200, body: { ok: true } })
  const page = await (await desk.request(PATH, { cookie })).text()
  expect(page.match(/My new phone/g)).not.toBeNull()
  expect(await rows('select name from push_devices')).toEqual([{ name: 'My new phone' }])
  await desk.request(`${PATH}/test`, { cookie, form: {} })
  expect(await rows(`select kind from notices where kind = 'test'`)).toHaveLength(1)
  const [stored] = await rows('select id from push_devices')
  const remove = `${PATH}/devices/${String(stored?.id)}/remove`
  const stranger = await desk.signIn('owner')
  await desk.request(remove, { cookie: stranger, form: {} })
  expect(await rows('select from push_devices')).toHaveLength(1)
  for (let press = 0; press < 2; press += 1) expect((await desk.request(remove, { cookie, form: {} })).status).toBe(303)
  expect(await rows('select from push_devices')).toEqual([])
  const log = await rows(`select action from audit_log where action like 'notifications.%-device' order by id`)
  expect(log.map(({ action }) => action)).toEqual(['notifications.add-device', 'notifications.remove-device'])
})

test('refuses a subscription that could not be used or must not be called', async () => {
  const cookie = await desk.signIn('staff')
  const good = service.subscribe('x')
  for (const subscription of [
    { ...good, endpoint: 'file:///etc/passwd' },
    { ...good, keys: { ...good.keys, auth: 'short' } },
    { ...good, keys: { p256dh: 'x', auth: good.keys.auth } },
    {},
  ])
    expect((await post(`${PATH}/devices`, cookie, { name: 'x', subscription })).status).toBe(400)
  expect(await rows('select from push_devices')).toEqual([])
})

test('signing out ends the notifications of that browser', async () => {
  const cookie = await desk.signIn('staff')
  await post(`${PATH}/devices`, cookie, { name: 'Phone', subscription: service.subscribe('signed-out') })
  await desk.request('/admin/sign-out', { cookie, form: {} })
  expect(await rows(`select session_id from push_devices where name = 'Phone'`)).toEqual([{ session_id: null }])
})

test('attaches only a device registered by this operator', async () => {
  const cookie = await desk.signIn('staff')
  const subscription = service.subscribe('mine')
  await post(`${PATH}/devices`, cookie, { name: 'Mine', subscription })
  const { endpoint } = subscription
  const attach = async (by: string) => (await post(`${PATH}/devices/attach`, by, { endpoint })).body.isKnown
  expect(await attach(cookie)).toBe(true)
  expect(await attach(await desk.signIn('owner'))).toBe(false)
})

test('tells the installed app how many orders there are to pack', async () => {
  const response = await desk.request(`${PATH}/badge`, { cookie: await desk.signIn('read-only') })
  expect(await response.json()).toEqual({ toPack: 0 })
})

test('lets the desk load only its own worker and manifest', async () => {
  const response = await desk.request(PATH, { cookie: await desk.signIn('staff') })
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain('worker-src http://localhost:3000/desk-worker.js;')
  expect(policy).toContain('manifest-src http://localhost:3000/desk.webmanifest;')
  expect(await response.text()).toContain('<link rel="manifest" href="/desk.webmanifest"/>')
})

test('notifies of failed emails once an hour, but not of its own', async () => {
  const { orm } = database.current
  const count = async () => (await rows(`select from notices where kind = 'failed-email'`)).length
  const fail = (template: string, at: string) => notifyFailedMail(orm, { template }, new Date(at))
  await fail('shop-notice', '2026-11-17T10:00:00Z')
  expect(await count()).toBe(0)
  for (const template of ['shipped', 'welcome']) await fail(template, '2026-11-17T10:30:00Z')
  expect(await count()).toBe(1)
  await fail('shipped', '2026-11-17T11:00:00Z')
  expect(await count()).toBe(2)
})

test('notifies of new reviews, once for several that arrive together', async () => {
  for (const title of ['Lovely', 'Soft']) {
    const review = { productId: null, rating: 5, title, body: 'It works.', reviewerName: 'Ana', reviewerLocation: null }
    const sent = { ...review, email: null, orderNumber: null, proof: null, website: '', elapsedMs: 60_000 }
    expect(await desk.parts.shop.submissions.submit(sent)).toEqual({ ok: true, isStored: true })
  }
  // Two, if a quarter of an hour ends in between.
  const count = (await rows(`select from notices where kind = 'new-review'`)).length
  expect([1, 2]).toContain(count)
})
