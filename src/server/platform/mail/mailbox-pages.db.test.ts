import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { PRODUCTION_ENVIRONMENT } from '#test/production-environment.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const database = useTestDatabase()
let folder = ''
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mailbox-'))
  shop = await createTestShop(database.current, { DATA_DIR: folder })
  await shop.startWorkers()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function text(address: string): Promise<string> {
  return (await shop.app.request(address)).text()
}

test('shows an email at /mailbox, with headers, HTML, and text, if there is no mail server', async () => {
  expect(await text('/mailbox')).toContain('No mail yet.')
  const code = await shop.services.signup.signUp({ email: 'reader@example.com', source: 'home' })
  await eventually(async () => (await text('/mailbox')).includes('reader@example.com'))
  const link = /\/mailbox\/[\w-]+/.exec(await text('/mailbox'))?.[0] ?? ''
  const mail = await text(link)
  expect(mail).toContain(code)
  expect(mail).toContain('List-Unsubscribe=One-Click')
  const html = await shop.app.request(`${link}/html`)
  expect(html.headers.get('content-security-policy')).toContain(`default-src 'none'; style-src 'unsafe-inline'`)
  expect(await html.text()).toContain(code)
})

test('returns 404 for an unknown email and for any other file', async () => {
  for (const id of ['nope', '..%2f..%2fpackage']) {
    expect((await shop.app.request(`/mailbox/${id}`)).status, id).toBe(404)
  }
})

test('has no mailbox in production or with a mail server', async () => {
  const withServer = await createTestShop(database.current, { SMTP_URL: 'smtp://localhost:25' })
  expect((await withServer.app.request('/mailbox')).status).toBe(404)
  const production = await createTestShop(database.current, PRODUCTION_ENVIRONMENT)
  expect((await production.app.request('/mailbox', { headers: { host: 'bloomera.example' } })).status).toBe(404)
})
