import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createSessionCookie } from './session-cookie.ts'

/** A shop that signs in every visitor and returns who they were before. */
function shopAt(address: string): Hono {
  const cookie = createSessionCookie(new URL(address))
  return new Hono().get('/', (c) => {
    const before = cookie.read(c) ?? 'nobody'
    cookie.write(c, address)
    return c.text(before)
  })
}

async function visit(address: string, cookies: string[]): Promise<string> {
  const response = await shopAt(address).request('/', { headers: { cookie: cookies.join('; ') } })
  cookies.push(...response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''))
  return response.text()
}

test('keeps one browser signed in to two shops on two local ports', async () => {
  const cookies: string[] = []
  const [first, second] = ['http://localhost:3000', 'http://localhost:3010']
  for (const address of [first, second]) expect(await visit(address, cookies)).toBe('nobody')
  for (const address of [first, second]) expect(decodeURIComponent(await visit(address, cookies))).toBe(address)
})

test('uses a name without port and with the enforced prefix over https', async () => {
  const cookies: string[] = []
  await visit('https://bloomera.example', cookies)
  expect(cookies[0]).toMatch(/^__Host-desk=/)
})
