import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { type Asked, takeQuestion, writeQuestion } from './question-cookie.ts'

const ASKED: Asked = {
  question: 'Refund “all” of it?',
  action: '/admin/orders/1/refund',
  fields: [
    ['id', 'a'],
    ['id', 'b'],
    ['reason', 'Née — 50%; leaked'],
  ],
}

function createPages(asked: Asked, isHttps: boolean): Hono {
  const app = new Hono()
  app.post('/admin', (c) => c.json(writeQuestion(c, asked, isHttps)))
  app.get('/admin', (c) => c.json(takeQuestion(c, isHttps) ?? null))
  return app
}

async function shownTo(cookie: string, isHttps = true): Promise<Response> {
  return createPages(ASKED, isHttps).request('/admin', { headers: { cookie } })
}

test.each([true, false])('asks once, on the next page (https: %s)', async (isHttps) => {
  const sent = await createPages(ASKED, isHttps).request('/admin', { method: 'POST' })
  expect(await sent.json()).toBe(true)
  const [header = ''] = sent.headers.getSetCookie()
  expect(header).toMatch(/; Max-Age=60; Path=\/; HttpOnly; (Secure; )?SameSite=Strict$/)
  expect(header.startsWith('__Host-')).toBe(isHttps)
  const shown = await shownTo(header.split(';', 1)[0] ?? '', isHttps)
  expect(await shown.json()).toEqual(ASKED)
  expect(shown.headers.getSetCookie()[0]).toContain('Max-Age=0')
})

test('fits a hundred ticked orders, and refuses what a browser would drop', async () => {
  const post = async (fields: [string, string][]) => {
    const sent = await createPages({ ...ASKED, fields }, true).request('/admin', { method: 'POST' })
    return { isWritten: await sent.json(), length: sent.headers.getSetCookie()[0]?.length ?? 0 }
  }
  const ticked = await post(Array.from({ length: 100 }, () => ['id', crypto.randomUUID()]))
  expect(ticked.isWritten).toBe(true)
  expect(ticked.length).toBeLessThan(4096)
  expect(await post([['text', randomBytes(4000).toString('hex')]])).toEqual({ isWritten: false, length: 0 })
})

test('asks nothing that was tampered with', async () => {
  const elsewhere = { ...ASKED, action: 'https://evil.example/admin/orders' }
  const sent = await createPages(elsewhere, true).request('/admin', { method: 'POST' })
  const forged = sent.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  for (const cookie of [forged, '__Host-desk-question=%00', '__Host-desk-question=AAAA', `${forged}x`])
    expect(await (await shownTo(cookie)).json()).toBe(null)
})
