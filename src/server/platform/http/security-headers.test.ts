import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { PRODUCTION_ENVIRONMENT } from '#test/production-environment.ts'
import { createSecurityHeaders } from './security-headers.ts'

const SANDBOX = {
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-an-application',
  SQUARE_BASE_URL: 'https://connect.squareupsandbox.com',
  SQUARE_WEB_SDK_URL: 'https://sandbox.web.squarecdn.com/v1/square.js',
}
const WALLETS = { WALLETS: 'on' }

function headersIn(environment: Record<string, string>) {
  return createSecurityHeaders(readEnv(environment))
}

function policyIn(environment: Record<string, string>): string {
  return headersIn(environment).forPage(['aaa='])['content-security-policy'] ?? ''
}

const production = headersIn(PRODUCTION_ENVIRONMENT)
const development = headersIn({})

/** Sources by directive. */
function directivesOf(policy: string | undefined): Record<string, string[]> {
  return Object.fromEntries(
    (policy ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

/** The sources that only the first policy has, by directive. */
function difference(more: string, less: string): Record<string, string[]> {
  const before = directivesOf(less)
  return Object.fromEntries(
    Object.entries(directivesOf(more))
      .map(([name, sources]) => [name, sources.filter((source) => !before[name]?.includes(source))] as const)
      .filter(([, sources]) => sources.length > 0),
  )
}

test('the production policy of a page is exactly the expected one, with its scripts by hash', () => {
  expect(production.forPage(['aaa=', 'bbb='])['content-security-policy']).toBe(
    `default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self' https:; frame-ancestors 'none'; ` +
      `script-src 'self' https://web.squarecdn.com 'sha256-aaa=' 'sha256-bbb='; ` +
      `style-src 'self' https://web.squarecdn.com 'unsafe-inline'; img-src 'self' data:; ` +
      `font-src 'self' https://square-fonts-production-f.squarecdn.com https://d1g145x70srn7h.cloudfront.net https://cash-f.squarecdn.com; ` +
      `connect-src 'self' https://web.squarecdn.com https://pci-connect.squareup.com https://o160250.ingest.sentry.io; ` +
      `frame-src https:; manifest-src 'self'; upgrade-insecure-requests; report-to csp; report-uri /csp-report`,
  )
})

test('differs between sandbox and production only in the script and card endpoint', () => {
  const [live, sandbox] = [policyIn(PRODUCTION_ENVIRONMENT), policyIn({ ...PRODUCTION_ENVIRONMENT, ...SANDBOX })]
  const sdk = 'https://sandbox.web.squarecdn.com'
  expect(difference(sandbox, live)).toEqual({
    'script-src': [sdk],
    'style-src': [sdk],
    'connect-src': [sdk, 'https://pci-connect.squareupsandbox.com'],
  })
  expect(difference(live, sandbox)).toEqual({
    'script-src': ['https://web.squarecdn.com'],
    'style-src': ['https://web.squarecdn.com'],
    'connect-src': ['https://web.squarecdn.com', 'https://pci-connect.squareup.com'],
  })
})

test.each([
  ['production', PRODUCTION_ENVIRONMENT],
  ['the sandbox', { ...PRODUCTION_ENVIRONMENT, ...SANDBOX }],
])('allows Google in %s only with wallets on', (_name, environment) => {
  const [off, on] = [policyIn(environment), policyIn({ ...environment, ...WALLETS })]
  expect(difference(on, off)).toEqual({
    'script-src': ['https://pay.google.com'],
    'img-src': ['https://www.gstatic.com/instantbuy/'],
    'connect-src': ['https://pay.google.com', 'https://google.com/pay', 'https://www.google.com/pay'],
  })
  expect(off).not.toContain('google')
  const permissions = headersIn({ ...environment, ...WALLETS }).forPage([])['permissions-policy']
  expect(permissions).toMatch(/payment=\(self "https:\/\/\S+\.squarecdn\.com" "https:\/\/pay\.google\.com"\)$/)
  expect(headersIn(environment).forPage([])['permissions-policy']).not.toContain('google')
})

test('allows one origin per role of the emulator, or its single origin', () => {
  expect(directivesOf(policyIn({}))).toMatchObject({
    'script-src': [`'self'`, 'http://web.localhost:3001', `'sha256-aaa='`],
    'style-src': [`'self'`, 'http://web.localhost:3001', `'unsafe-inline'`],
    'font-src': [`'self'`, 'http://fonts.localhost:3001'],
    'connect-src': [
      `'self'`,
      'http://web.localhost:3001',
      'http://pci.localhost:3001',
      'http://telemetry.localhost:3001',
    ],
    'frame-src': ['http:'],
    'form-action': [`'self'`, 'http:'],
  })
  expect(difference(policyIn(WALLETS), policyIn({}))).toEqual({
    'script-src': ['http://google-pay.localhost:3001'],
    'img-src': ['http://google-pay.localhost:3001'],
    'connect-src': ['http://google-pay.localhost:3001'],
  })
  const one = policyIn({ ...WALLETS, SQUARE_WEB_SDK_URL: 'http://127.0.0.1:3001/v1/square.js' })
  expect(directivesOf(one)['connect-src']).toEqual([`'self'`, 'http://127.0.0.1:3001'])
})

test.each([
  ['production', PRODUCTION_ENVIRONMENT],
  ['production with wallets', { ...PRODUCTION_ENVIRONMENT, ...WALLETS }],
  ['the sandbox', { ...PRODUCTION_ENVIRONMENT, ...SANDBOX }],
])('allows no loopback in %s, and scripts only by host, path or hash', (_name, environment) => {
  const headers = headersIn(environment).forPage(['aaa='])
  expect(JSON.stringify(headers)).not.toMatch(/localhost|127\.0\.0\.1|http:|\*/)
  for (const name of ['content-security-policy', 'content-security-policy-report-only']) {
    const scripts = directivesOf(headers[name])['script-src'] ?? []
    expect(scripts.join(' ')).not.toMatch(/unsafe|data:|blob:|https: /)
    expect(scripts.every((source) => /^(?:'self'|'sha256-aaa='|https:\/\/\S+\.\S+)$/.test(source))).toBe(true)
  }
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
})

test('sends a candidate policy that is stricter and reports separately', () => {
  const headers = headersIn({ ...PRODUCTION_ENVIRONMENT, ...WALLETS }).forPage(['aaa='], ['ccc='])
  const [enforced, candidate] = [
    headers['content-security-policy'] ?? '',
    headers['content-security-policy-report-only'] ?? '',
  ]
  expect(difference(candidate, enforced)).toEqual({
    'script-src': [
      'https://bloomera.example/assets/',
      'https://web.squarecdn.com/v1/square.js',
      'https://pay.google.com/gp/p/js/pay.js',
    ],
    'style-src': [`'sha256-ccc='`],
    'report-to': ['csp-candidate'],
    'report-uri': ['/csp-report/candidate'],
  })
  expect(difference(enforced, candidate)).toMatchObject({
    'script-src': [`'self'`, 'https://web.squarecdn.com', 'https://pay.google.com'],
    'style-src': [`'unsafe-inline'`],
    'font-src': ['https://cash-f.squarecdn.com'],
  })
  expect(headers['reporting-endpoints']).toBe('csp="/csp-report", csp-candidate="/csp-report/candidate"')
})

test('only a page with hot updates may open a socket or a worker, and it has no candidate policy', () => {
  const policyOf = (headers: typeof development) => headers.forPage([])['content-security-policy'] ?? ''
  const hot = createSecurityHeaders(readEnv({ PORT: '4000' }), { hasHotReload: true })
  expect(policyOf(hot)).toContain('ws://localhost:4000')
  expect(policyOf(hot)).toMatch(/script-src 'self' \S+;/)
  for (const headers of [production, development]) expect(policyOf(headers)).not.toMatch(/ws:|worker-src/)
  expect(hot.forPage([])).not.toHaveProperty('content-security-policy-report-only')
  // The desk has nothing to do with Vite's client.
  expect(hot.forDesk['content-security-policy'].replaceAll(':4000', ':3000')).toBe(
    development.forDesk['content-security-policy'],
  )
})

test('development does not require TLS', () => {
  const headers = development.forPage([])
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('the desk never turns text into markup or code, except where it parses its own pages', () => {
  expect(production.forDesk['content-security-policy']).toContain(
    `; require-trusted-types-for 'script'; trusted-types desk; report-to csp`,
  )
})

test('a data response runs nothing and is not stored', () => {
  expect(production.forApi['content-security-policy']).toBe(`default-src 'none'; frame-ancestors 'none'`)
  expect(production.forApi['cache-control']).toBe('no-store')
})

test('only the screen that scans labels may ask for the camera', () => {
  const policyOf = (headers: Record<string, string>) => headers['permissions-policy'] ?? ''
  const { forDesk, forScanning, forPreview } = production
  for (const headers of [production.forPage([]), forDesk, forPreview]) expect(policyOf(headers)).toContain('camera=()')
  expect(forScanning).toEqual({
    ...forDesk,
    'permissions-policy': policyOf(forDesk).replace('camera=()', 'camera=(self)'),
  })
})
