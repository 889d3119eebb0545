import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './shop-code.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const FILE = '/favicon.svg'

const database = useTestDatabase()
let port = 0
let close: () => Promise<void>

beforeAll(async () => {
  const { app, answerFirst, clientOf, refusalHeaders, endStreams } = await createTestShop(database.current)
  const server = await listen({ host: '127.0.0.1', port: 0, fetch: app.fetch, answerFirst, clientOf, refusalHeaders })
  port = server.port
  close = () => {
    endStreams()
    return server.close(0)
  }
})
afterAll(() => close())

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** A plain client: fetch would follow redirects, hide some headers and add others. */
function get(target: string, { method = 'GET', headers = {}, body = '' }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path: target, method, headers }, (response) => {
      const { statusCode: status = 0, headers: received } = response
      // A stream never ends on its own.
      if (received['content-type']?.startsWith('text/event-stream')) {
        resolve({ status, headers: received, body: '' })
        response.destroy()
        return
      }
      let text = ''
      response.on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status, headers: received, body: text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Sends bytes that no client library would. */
function raw(text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const [statusLine = '', ...lines] = (answer.split('\r\n\r\n', 1)[0] ?? '').split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      )
      resolve({ status: Number(statusLine.split(' ')[1]), headers, body: '' })
    })
  })
}

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } }
const FORM_POST = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

const ANSWERS: [string, number, () => Promise<Answer>][] = [
  ['a rendered page', 200, () => get('/about')],
  ['a cached page', 200, () => get('/about')],
  ['an unchanged page', 304, async () => get('/about', { headers: await etagOf('/about') })],
  ['the head of a page', 200, () => get('/', { method: 'HEAD' })],
  ['the data of a page', 200, () => get('/about.data')],
  ['a missing page', 404, () => get('/nope')],
  ['a personal page', 200, () => get('/order')],
  ['a missing order', 404, () => get('/order/nope')],
  ['a page without scripts', 200, () => get('/unsubscribe/token')],
  ['the mailbox', 200, () => get('/mailbox')],
  ['a missing email', 404, () => get('/mailbox/nope')],
  ['a document', 200, () => get('/sitemap.xml')],
  ['a file', 200, () => get(FILE)],
  ['an unchanged file', 304, async () => get(FILE, { headers: await etagOf(FILE) })],
  ['a missing file', 404, () => get('/assets/nope.js')],
  ['a missing picture', 404, () => get('/uploads/nope')],
  ['data', 200, () => get('/api/products')],
  ['missing data', 404, () => get('/api/products/nope/reviews')],
  ['a stream', 200, () => get('/api/products/pure-bloom/reviews/live')],
  ['a function', 200, () => get('/functions/v1/get-square-config', { ...JSON_POST, body: '{}' })],
  ['a function that refuses its body', 400, () => get('/functions/v1/quote-order', { ...JSON_POST, body: '{' })],
  ['a function with another content type', 415, () => get('/functions/v1/quote-order', { method: 'POST', body: '{}' })],
  [
    'a function with a large body',
    413,
    () => get('/functions/v1/quote-order', { ...JSON_POST, body: 'x'.repeat(20_000) }),
  ],
  ['a function by GET', 405, () => get('/functions/v1/quote-order')],
  [
    'a form that finds nothing',
    404,
    () => get('/functions/v1/find-order', { ...FORM_POST, body: 'orderNumber=x&email=y' }),
  ],
  ['a page by POST', 405, () => get('/about', { method: 'POST' })],
  [
    'a write from another site',
    403,
    () => get('/csp-report', { ...JSON_POST, headers: { origin: 'https://evil.example' } }),
  ],
  ['an event without a signature', 401, () => get('/webhooks/square', { ...JSON_POST, body: '{}' })],
  ['an event by GET', 405, () => get('/webhooks/square')],
  ['the sign-in page of the desk', 200, () => get('/admin/sign-in')],
  ['the desk without sign-in', 303, () => get('/admin')],
  ['a cross-site form of the desk', 403, () => get('/admin/sign-in', { ...FORM_POST, body: 'email=x' })],
  ['health', 200, () => get('/healthz')],
  ['readiness', 200, () => get('/readyz')],
  ['metrics through a proxy', 403, () => get('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })],
  ['another host name', 421, () => get('/', { headers: { host: 'evil.example' } })],
  ['NUL in a query', 400, () => get('/shop-all?search=%00')],
  ['an unreadable path', 400, () => get('/%zz')],
  ['another method', 405, () => get('/', { method: 'DELETE' })],
  ['a full address', 400, () => raw('GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['two hosts', 400, () => raw('GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n')],
  ['a missing host', 400, () => raw('GET / HTTP/1.0\r\n\r\n')],
  ['invalid HTTP', 400, () => raw('hello\r\n\r\n')],
  ['oversized headers', 431, () => raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)],
]

async function etagOf(target: string): Promise<Record<string, string>> {
  return { 'if-none-match': (await get(target)).headers.etag ?? '' }
}

test.each(ANSWERS)('answers %s (%i) with the security headers', async (_what, status, ask) => {
  const answer = await ask()
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/),
    'cross-origin-opener-policy': expect.stringMatching(/^same-origin/),
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
  })
  expect(answer.headers).not.toHaveProperty('server')
  expect(answer.headers).not.toHaveProperty('x-powered-by')
})

test.each(['/reviews?page=99', '/about/', '/ABOUT', '/admin'])(
  'sends no body with a redirect from %s, and says so in every encoding',
  async (target) => {
    for (const encoding of ['identity', 'gzip', 'br', 'br, gzip']) {
      const answer = await get(target, { headers: { 'accept-encoding': encoding } })
      expect(answer.status).toBeGreaterThanOrEqual(300)
      expect(answer.status).toBeLessThan(400)
      expect(answer.body).toBe('')
      expect(answer.headers).not.toHaveProperty('content-encoding')
    }
  },
)
