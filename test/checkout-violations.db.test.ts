import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createDeskServices } from '#server/desk-services.ts'
import { readEnv } from '#server/env.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const ORIGIN = 'http://localhost:3000'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let cookie = ''

beforeAll(async () => {
  shop = await createTestShop(database.current, { TRUST_PROXY: '1' })
  const env = readEnv({ NODE_ENV: 'test', PUBLIC_URL: ORIGIN, SECRET_KEY: 'of this test, and long enough to pass' })
  const desk = createDeskServices(database.current, shop.services, env, pino({ level: 'silent' }))
  const added = await desk.operators.add('ana@bloomera.example', 'owner', { operatorId: null, actor: 'test' })
  const opened = await shop.app.request(`/admin/link/${added.ok ? added.token : ''}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'x-forwarded-for': '198.51.100.1' },
  })
  cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
})

beforeEach(() => sql('delete from alerts'))

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function report(from: string, { disposition = 'enforce', blocked = 'https://evil.example/skim.js' } = {}) {
  const { status } = await shop.app.request('/csp-report/checkout', {
    method: 'POST',
    headers: { 'content-type': 'application/csp-report', origin: ORIGIN, 'x-forwarded-for': from },
    body: JSON.stringify({
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': blocked,
        'document-uri': `${ORIGIN}/products/pure-bloom`,
        disposition,
      },
    }),
  })
  expect(status).toBe(204)
}

async function deskPage(): Promise<string> {
  const response = await shop.app.request('/admin/money', { headers: { cookie, 'x-forwarded-for': '198.51.100.1' } })
  return response.text()
}

test('shows how many buyers’ browsers blocked something, counting each once', async () => {
  await report('203.0.113.1')
  expect(await deskPage()).toContain('Something that doesn’t belong at checkout was blocked')
  await report('203.0.113.1')
  await Promise.all([report('203.0.113.2'), report('203.0.113.3')])
  const page = await deskPage()
  expect(page).toContain('3 customers’ browsers blocked something at checkout')
  expect(page).toContain('evil[.]example')
  expect(await sql(`select times from alerts`)).toEqual([{ times: 3 }])
  expect(await sql(`select recipient from outbox where payload::text like '%checkout%'`)).toHaveLength(1)
})

test('raises the alert again after it was seen, even for a browser already counted', async () => {
  await report('203.0.113.11')
  await sql('update alerts set seen_at = now()')
  await report('203.0.113.11')
  expect(await sql('select times from alerts where seen_at is null')).toEqual([{ times: 1 }])
})

test('raises a separate alert, once, for what the candidate policy would block', async () => {
  const candidate = { disposition: 'report', blocked: 'https://web.squarecdn.com/1.80.0/chunk.js' }
  await report('203.0.113.21', candidate)
  await report('203.0.113.22', candidate)
  expect(await deskPage()).toContain(
    '2 customers’ browsers loaded something at checkout that a stricter security policy would block',
  )
  await sql('update alerts set seen_at = now()')
  await report('203.0.113.23', candidate)
  expect(await sql('select kind, times from alerts')).toEqual([{ kind: 'checkout-candidate', times: 2 }])
})
