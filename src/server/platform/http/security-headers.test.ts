import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { PRODUCTION_ENVIRONMENT } from '#test/production-environment.ts'
import { createSecurityHeaders } from './security-headers.ts'

const production = createSecurityHeaders(readEnv(PRODUCTION_ENVIRONMENT))
const development = createSecurityHeaders(readEnv({}))

test('the policy of a page in production is the agreed one, with its scripts by hash', () => {
  expect(production.forPage(['aaa=', 'bbb='])['content-security-policy']).toBe(
    `default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; ` +
      `script-src 'self' https://web.squarecdn.com 'sha256-aaa=' 'sha256-bbb='; style-src 'self' https://web.squarecdn.com; ` +
      `img-src 'self' data:; font-src 'self' https://square-fonts-production-f.squarecdn.com https://d1g145x70srn7h.cloudfront.net https://cash-f.squarecdn.com; ` +
      `connect-src 'self' https://pci-connect.squareup.com https://o160250.ingest.sentry.io; frame-src https://web.squarecdn.com; ` +
      `manifest-src 'self'; upgrade-insecure-requests; report-to csp; report-uri /csp-report`,
  )
})

test('production names no emulator, no loopback and allows nothing unsafe', () => {
  const headers = JSON.stringify(production.forPage([]))
  expect(headers).not.toMatch(/unsafe|localhost|127\.0\.0\.1|sandbox|http:/)
  expect(production.forPage([])['strict-transport-security']).toBe('max-age=63072000; includeSubDomains; preload')
})

test('only a page that follows edits may open a socket, a worker or styles of its own', () => {
  const policyOf = (headers: typeof development) => headers.forPage([])['content-security-policy'] ?? ''
  const hot = createSecurityHeaders(readEnv({ PORT: '4000' }), { hasHotReload: true })
  expect(policyOf(hot)).toContain('ws://localhost:4000')
  expect(policyOf(hot)).toMatch(/script-src 'self' \S+;/)
  for (const headers of [production, development]) expect(policyOf(headers)).not.toMatch(/ws:|unsafe-inline|worker-src/)
  // The desk has nothing to do with Vite's client.
  expect(hot.forDesk['content-security-policy']).toBe(development.forDesk['content-security-policy'])
})

test('development allows the emulator and promises no TLS', () => {
  const headers = development.forPage([])
  expect(headers['content-security-policy']).toContain('frame-src http://127.0.0.1:3001')
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('the desk lets no text become markup or code, except where it parses its own pages', () => {
  expect(production.forDesk['content-security-policy']).toContain(
    `; require-trusted-types-for 'script'; trusted-types desk; report-to csp`,
  )
})

test('an answer that is data runs nothing and is not stored', () => {
  expect(production.forApi['content-security-policy']).toBe(`default-src 'none'; frame-ancestors 'none'`)
  expect(production.forApi['cache-control']).toBe('no-store')
})
