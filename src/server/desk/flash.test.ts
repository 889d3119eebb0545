import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { takeFlash, writeFlash } from './flash.ts'

function createPages(isHttps: boolean): Hono {
  const app = new Hono()
  app.post('/admin', (c) => {
    writeFlash(c, { kind: 'done', text: 'Saved; “all” of it.' }, isHttps)
    return c.body(null, 204)
  })
  app.get('/admin', (c) => c.json(takeFlash(c, isHttps) ?? null))
  return app
}

test('binds the message to this host over https, hides it from scripts, and expires it in a minute', async () => {
  const sent = await createPages(true).request('/admin', { method: 'POST' })
  expect(sent.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-desk-flash=[^;]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ])
})

test.each([true, false])('shows the message once on the next page (https: %s)', async (isHttps) => {
  const app = createPages(isHttps)
  const sent = await app.request('/admin', { method: 'POST' })
  const cookie = sent.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const shown = await app.request('/admin', { headers: { cookie } })
  expect(await shown.json()).toEqual({ kind: 'done', text: 'Saved; “all” of it.' })
  expect(shown.headers.getSetCookie()[0]).toContain('Max-Age=0')
})

test('ignores a tampered cookie', async () => {
  const app = createPages(false)
  for (const cookie of ['desk-flash=%7B', 'desk-flash=null', 'desk-flash=%zz', 'desk-flash={"kind":"other"}']) {
    expect(await (await app.request('/admin', { headers: { cookie } })).json()).toBeNull()
  }
})

test('carries a hundred orders to undo within the size of a cookie', async () => {
  const unpack = Array.from({ length: 100 }, () => randomUUID())
  const app = new Hono()
  app.post('/admin', (c) => {
    writeFlash(c, { kind: 'done', text: 'x'.repeat(200), unpack }, false)
    return c.body(null, 204)
  })
  app.get('/admin', (c) => c.json(takeFlash(c, false) ?? null))
  const sent = await app.request('/admin', { method: 'POST' })
  const cookie = sent.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  expect(cookie.length).toBeLessThan(4000)
  expect(await (await app.request('/admin', { headers: { cookie } })).json()).toMatchObject({ unpack })
})
