import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { headerOf, startMailServer } from './mail-server.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { startShopProcess } from './shop-process.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-mail-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function signUp(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/functions/v1/email-signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, website: '' }),
  })
  expect(response.status).toBe(200)
  return ((await response.json()) as { discountCode: string }).discountCode
}

test('sends the email once after a crash between commit and send', async () => {
  const dataDir = path.join(folder, 'shop')
  const stuck = await startMailServer({ isStuck: true })
  const first = await startShopProcess({ DATA_DIR: dataDir, SMTP_URL: stuck.url })
  const code = await signUp(first.address, 'killed@example.com')
  // The email is in flight and the server doesn't respond: the worst moment to crash.
  await eventually(() => stuck.state.connections > 0)
  await first.crash()
  expect(stuck.received).toEqual([])

  const server = await startMailServer()
  const second = await startShopProcess({ DATA_DIR: dataDir, SMTP_URL: server.url })
  await eventually(() => server.received.length > 0)
  expect(server.received[0]?.to).toEqual(['killed@example.com'])
  expect(server.received[0]?.raw).toContain(code)
  expect(await signUp(second.address, 'killed@example.com')).toBe(code)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)

  const third = await startShopProcess({ DATA_DIR: dataDir, SMTP_URL: server.url })
  await signUp(third.address, 'marker@example.com')
  await eventually(() => server.received.some(({ to }) => to.includes('marker@example.com')))
  expect(server.received.filter(({ to }) => to.includes('killed@example.com'))).toHaveLength(1)
  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
  await Promise.all([stuck.close(), server.close()])
})

test('logs neither addresses nor codes', async () => {
  const server = await startMailServer({
    refuse: (attempt) => (attempt === 1 ? { code: 451, text: 'later, quiet.person@example.com' } : undefined),
  })
  const shop = await startShopProcess({
    DATA_DIR: path.join(folder, 'shop'),
    SMTP_URL: server.url,
    LOG_LEVEL: 'trace',
  })
  const code = await signUp(shop.address, 'quiet.person@example.com')
  await eventually(() => server.received.length > 0)
  const link = headerOf(server.received[0]?.raw ?? '', 'List-Unsubscribe')?.slice(1, -1) ?? ''
  const token = link.split('/').at(-1) ?? ''
  expect((await fetch(`${shop.address}/unsubscribe/${token}`, { method: 'POST' })).status).toBe(200)
  shop.child.kill('SIGTERM')
  await shop.ended
  expect(shop.output()).toContain('queue item failed; retrying')
  expect(shop.output()).not.toContain('quiet.person')
  expect(shop.output()).not.toContain(code)
  expect(shop.output()).not.toContain(token)
  await server.close()
})

test('refuses to start in production without a mail server, and says why', async () => {
  const shop = await startShopProcess({
    ...PRODUCTION_ENVIRONMENT,
    DATA_DIR: path.join(folder, 'production'),
    SMTP_URL: '',
  })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(/^SMTP_URL must be set in production: [^\n]+\.\n$/)
})
