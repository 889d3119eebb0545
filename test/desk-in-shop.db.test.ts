import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { createDeskServices } from '#server/desk-services.ts'
import { readEnv } from '#server/env.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current, { PUBLIC_URL: 'https://bloomera.localhost' })
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

test('keeps the desk out of every page of the shop and every cache', async () => {
  const { pages } = shop.cache.stats()
  const response = await shop.app.request('/admin')
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/admin/sign-in?next=%2Fadmin')
  const door = await shop.app.request('/admin/sign-in')
  expect(door.headers.get('cache-control')).toBe('private, no-store')
  expect(shop.cache.stats().pages).toBe(pages)
  const home = await (await shop.app.request('/')).text()
  expect(home).not.toContain('/admin')
})

test('never uses a request id that a client chose', async () => {
  for (const address of ['/', '/assets/none.js', '/webhooks/square']) {
    const response = await shop.app.request(address, { headers: { 'x-request-id': 'chosen-outside' } })
    expect(response.headers.get('x-request-id') ?? '', address).not.toBe('chosen-outside')
  }
  const { headers } = await shop.app.request('/assets/none.js')
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
})

test("serves the desk's script and styles, and binds its cookie to this host over https", async () => {
  const html = await (await shop.app.request('/admin/sign-in')).text()
  for (const [, file = ''] of html.matchAll(/(?:src|href)="(\/assets\/desk-[^"]+)"/g))
    expect((await shop.app.request(file)).status, file).toBe(200)
  const env = readEnv({ PUBLIC_URL: 'https://bloomera.localhost', SECRET_KEY: 'of this test, and long enough for it' })
  const desk = createDeskServices(database.current, shop.services, env, pino({ level: 'silent' }))
  const added = await desk.operators.add('ana@bloomera.example', 'owner', { operatorId: null, actor: 'test' })
  const opened = await shop.app.request(`/admin/link/${added.ok ? added.token : ''}`, {
    method: 'POST',
    headers: { origin: 'https://bloomera.localhost' },
  })
  expect(opened.headers.getSetCookie()[0]).toMatch(
    /^__Host-desk=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(opened.headers.get('strict-transport-security')).toContain('max-age')
})

test('prints a link to the desk at startup in development only', async () => {
  expect(await shop.developmentDeskPath()).toBeUndefined()
  expect(await sql(`select email from operators where email = 'owner@localhost.example'`)).toEqual([])
})

test('notifies an open desk of changes in the database', async () => {
  const cookie = (await createTestDesk(database.current).signIn('read-only')).replace('desk=', '__Host-desk=')
  const response = await shop.app.request('/admin/live', { headers: { cookie } })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body?.getReader()
  await reader?.read()
  await sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source)
    values ('pure-bloom', 4, 'News', 'Text', 'Ana', 'website_form')`)
  const news = await reader?.read()
  expect(new TextDecoder().decode(news?.value)).toBe('event: changed\ndata: reviews\n\n')
  shop.endStreams()
  expect((await reader?.read())?.done).toBe(true)
})
