import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { PRODUCTION_ENVIRONMENT } from '#test/production-environment.ts'
import { isAddressedToShop } from './addressed-to-shop.ts'

type Sent = Partial<Record<'host' | 'x-forwarded-for' | 'x-forwarded-host' | 'forwarded', string>>

function isAnswered(environment: Record<string, string>, sent: Sent): boolean {
  return isAddressedToShop(readEnv(environment), (name) => sent[name])
}

const HERE: Sent[] = [
  {},
  { host: 'localhost:3000' },
  { host: 'bloomera.localhost' },
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: 'LOCALHOST' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.1, ::1', 'x-forwarded-host': 'localhost:8443' },
]

/** Tunnels, proxies, other machines, and DNS rebinding to 127.0.0.1. */
const ELSEWHERE: Sent[] = [
  { host: 'bloomera.example' },
  { host: 'localhost.evil.example' },
  { host: 'localhost@evil.example' },
  { host: 'evil.example/localhost' },
  { host: '192.168.1.20:3000' },
  { host: '' },
  { host: 'localhost', 'x-forwarded-host': 'a1b2c3.tunnel.example' },
  { host: 'localhost', 'x-forwarded-host': 'localhost, a1b2c3.tunnel.example' },
]

/** A tunnel may rewrite Host to localhost; the visitor's address still gives it away. */
const BY_ADDRESS: Sent[] = [
  { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  { host: 'localhost', 'x-forwarded-for': '2001:db8::1' },
  { host: 'localhost', forwarded: 'for=203.0.113.9;host=a1b2c3.tunnel.example' },
]

test.each(['development', 'test'])('%s accepts requests from this machine only', (NODE_ENV) => {
  for (const sent of HERE) expect(isAnswered({ NODE_ENV }, sent), JSON.stringify(sent)).toBe(true)
  for (const sent of [...ELSEWHERE, ...BY_ADDRESS])
    expect(isAnswered({ NODE_ENV }, sent), JSON.stringify(sent)).toBe(false)
})

test('ignores TRUST_PROXY in development; a test can simulate a proxy', () => {
  for (const sent of BY_ADDRESS) {
    expect(isAnswered({ NODE_ENV: 'development', TRUST_PROXY: '1' }, sent), JSON.stringify(sent)).toBe(false)
    expect(isAnswered({ NODE_ENV: 'test', TRUST_PROXY: '1' }, sent), JSON.stringify(sent)).toBe(true)
  }
  for (const sent of ELSEWHERE)
    expect(isAnswered({ NODE_ENV: 'test', TRUST_PROXY: '1' }, sent), JSON.stringify(sent)).toBe(false)
})

test("accepts only the shop's own host name in production, through any proxy", () => {
  expect(isAnswered(PRODUCTION_ENVIRONMENT, { host: 'bloomera.example', 'x-forwarded-for': '203.0.113.9' })).toBe(true)
  for (const host of ['evil.example', 'localhost', 'bloomera.example:8443'])
    expect(isAnswered(PRODUCTION_ENVIRONMENT, { host }), host).toBe(false)
})
