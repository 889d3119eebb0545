import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Alert } from '#server/alerts/raise-alert.ts'
import { readEnv } from '#server/env.ts'
import { AppError } from '#server/platform/errors.ts'
import { cspReport, readViolations } from './csp-report.ts'
import { createLocalLimits } from './limits.ts'
import { createSecurityHeaders } from './security-headers.ts'

const ORIGIN = 'http://localhost:3000'

function open() {
  const lines: string[] = []
  const counted: string[] = []
  const alerts: Alert[] = []
  const app = new Hono().route(
    '/csp-report',
    cspReport({
      publicOrigin: ORIGIN,
      securityHeaders: createSecurityHeaders(readEnv({})),
      trustedProxies: 0,
      log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
      limits: createLocalLimits(() => 0),
      delayRefusal: async () => {},
      count: (place, policy, directive) => void counted.push(`${place} ${policy} ${directive}`),
      alertOwner: async (alert) => void alerts.push(alert),
    }),
  )
  app.onError((error, c) => c.text('', error instanceof AppError ? error.status : 500))
  const send = (body: unknown, { path = '', type = 'application/csp-report', from = '127.0.0.1' } = {}) =>
    app.request(
      `/csp-report${path}`,
      { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) },
      { incoming: { socket: { remoteAddress: from } } },
    )
  return { send, lines, counted, alerts }
}

function classic(directive: string, blocked: string, page = `${ORIGIN}/products/pure-bloom`, disposition = 'enforce') {
  return {
    'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked, 'document-uri': page, disposition },
  }
}

function modern(directive: string, blocked: string, page = `${ORIGIN}/`) {
  return [
    {
      type: 'csp-violation',
      age: 1,
      url: page,
      body: { effectiveDirective: directive, blockedURL: blocked, documentURL: page },
    },
  ]
}

test.each([
  ['application/csp-report', classic('script-src-elem', 'https://evil.example/skim.js?card=visa-1')],
  [
    'application/reports+json',
    modern('script-src-elem', 'https://evil.example/skim.js?card=visa-1', `${ORIGIN}/products/x`),
  ],
])('counts and logs a report as %s, without its details', async (type, body) => {
  const { send, lines, counted, alerts } = open()
  expect((await send(body, { type })).status).toBe(204)
  expect(counted).toEqual(['page enforced script-src-elem'])
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    page: '/products/…',
    place: 'page',
  })
  expect(lines.join('')).not.toMatch(/visa|skim/)
  expect(alerts).toEqual([])
})

test.each([
  [`${ORIGIN}/order/s3cret-token?x=1#y`, '/order/…'],
  [`${ORIGIN}/admin/link/s3cret`, '/admin/…'],
  [`${ORIGIN}/`, '/'],
  [`${ORIGIN}/<img src=x>`, '/…'],
  ['https://evil.example/order/1', 'elsewhere'],
  ['nonsense', 'elsewhere'],
])('reduces the page %s to %s', (page, kept) => {
  expect(readViolations(classic('img-src', 'data', page), ORIGIN)).toEqual([
    { policy: 'enforced', directive: 'img-src', blocked: 'data', page: kept },
  ])
})

test('replaces values that are not on a list with a fixed word', () => {
  expect(readViolations(classic('made-up {label="x"}', 'ana@example.com'), ORIGIN)[0]).toMatchObject({
    directive: 'other',
    blocked: 'other',
  })
  expect(readViolations(classic('script-src', 'moz-extension://8f3a/x.js'), ORIGIN)[0]?.blocked).toBe('extension')
  for (const body of [{}, [], [{ type: 'deprecation', body: {} }], { 'csp-report': 5 }])
    expect(readViolations(body, ORIGIN)).toEqual([])
})

test('alerts the owner when a checkout reports foreign code or exfiltrated data', async () => {
  const { send, alerts } = open()
  for (const [directive, blocked] of [
    ['style-src-elem', 'inline'],
    ['script-src-elem', 'chrome-extension://abc'],
    ['img-src', 'https://evil.example'],
  ] as const)
    await send(classic(directive, blocked), { path: '/checkout' })
  expect(alerts).toEqual([])
  await send(classic('script-src-elem', 'https://evil.example/a.js'), { path: '/checkout' })
  await send(classic('connect-src', 'https://other.example'), { path: '/checkout' })
  // One fixed subject, so forged reports cannot open more than one alert or send more than one email.
  expect(alerts.map(({ kind, subject }) => ({ kind, subject }))).toEqual([
    { kind: 'checkout-script', subject: 'checkout' },
    { kind: 'checkout-script', subject: 'checkout' },
  ])
  expect(alerts[0]?.detail).toContain('evil[.]example')
})

test('counts each browser once per policy, however much it reports', async () => {
  const { send, alerts } = open()
  const checkout = (blocked: string, disposition: string, from: string) =>
    send(classic('script-src-elem', blocked, `${ORIGIN}/`, disposition), { path: '/checkout', from })
  await checkout('https://evil.example/a.js', 'enforce', '127.0.0.1')
  await checkout('https://evil.example/b.js', 'enforce', '127.0.0.1')
  await checkout('https://evil.example/a.js', 'report', '127.0.0.1')
  await checkout('https://evil.example/a.js', 'enforce', '127.0.0.2')
  expect(alerts.map(({ kind, isAnother }) => `${kind} ${isAnother}`)).toEqual([
    'checkout-script true',
    'checkout-script false',
    'checkout-candidate true',
    'checkout-script true',
  ])
})

test('tells candidate violations from blocked ones, in both formats', async () => {
  const { send, alerts, counted } = open()
  await send(classic('script-src-elem', 'https://web.squarecdn.com', `${ORIGIN}/`, 'report'), { path: '/checkout' })
  const [report] = modern('style-src-elem', 'inline')
  await send([{ ...report, body: { ...report?.body, disposition: 'report' } }], {
    path: '/candidate',
    type: 'application/reports+json',
  })
  expect(counted).toEqual(['checkout candidate script-src-elem', 'page candidate style-src-elem'])
  expect(alerts.map(({ kind, subject }) => ({ kind, subject }))).toEqual([
    { kind: 'checkout-candidate', subject: 'script-src-elem' },
  ])
  expect(alerts[0]?.detail).toContain('Nothing was blocked')
})

test.each([
  ['https://pci-connect.squareup.com/x', true],
  ['https://new.squarecdn.com', true],
  ['https://squareup.com.evil.example', false],
  ['https://evil-squareup.com', false],
])('warns about lost sales only for Square addresses: %s', async (blocked, isNeeded) => {
  const { send, alerts } = open()
  await send(classic('connect-src', blocked), { path: '/checkout' })
  expect(alerts[0]?.detail.includes('customers may be unable to pay')).toBe(isNeeded)
})

test('still accepts checkout reports during a flood of page and candidate reports', async () => {
  const { send } = open()
  for (let index = 0; index < 400; index += 1)
    await send(classic('img-src', 'data'), { path: index % 2 ? '/candidate' : '', from: `127.0.1.${index % 250}` })
  const { status } = await send(classic('script-src', 'https://evil.example'), { path: '/checkout', from: '127.0.1.1' })
  expect(status).toBe(204)
})

test('limits reports per address and overall', async () => {
  const { send, counted } = open()
  const statuses = new Map<number, number>()
  for (let index = 0; index < 400; index += 1) {
    const { status } = await send(classic('img-src', 'data'), {
      from: index < 50 ? '127.0.0.1' : `127.0.1.${index % 250}`,
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(new Set(statuses.keys())).toEqual(new Set([204, 429]))
  expect(counted.length).toBeLessThan(330)
  expect(counted.length).toBeGreaterThan(100)
})

test('counts each violation of a long report as a report, and each of its alerts once', async () => {
  const { send, counted, lines, alerts } = open()
  const path = '/checkout'
  const type = 'application/reports+json'
  const report = (from: number) =>
    Array.from({ length: 50 }, (_, index) => modern('script-src', `https://${from}-${index}.example`)).flat()
  expect((await send(report(0), { path, type })).status).toBe(204)
  expect([counted.length, lines.length]).toEqual([20, 20])
  expect(alerts.map(({ kind }) => kind)).toEqual(['checkout-script'])
  expect((await send(report(0), { path, type })).status).toBe(429)
  for (let from = 1; from < 50; from += 1) await send(report(from), { path, type, from: `127.0.1.${from}` })
  expect([counted.length, alerts.length]).toEqual([300, 15])
})

test('counts the same violation once in a report', async () => {
  const { send, counted } = open()
  const body = Array.from({ length: 50 }, () => modern('img-src', 'data')).flat()
  expect((await send(body, { type: 'application/reports+json' })).status).toBe(204)
  expect(counted).toEqual(['page enforced img-src'])
})

test('refuses a report that is too large or malformed', async () => {
  const { send } = open()
  expect((await send(classic('img-src', 'x'.repeat(20_000)))).status).toBe(413)
  expect((await send({}, { type: 'text/plain' })).status).toBe(415)
})
