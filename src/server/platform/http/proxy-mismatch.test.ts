import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { warnOfProxyMismatch } from './proxy-mismatch.ts'

/** Requests that arrive from an address with this X-Forwarded-For, and what came of them. */
function openShop(trustedProxies: number) {
  const warnings: string[] = []
  const alerts: string[] = []
  const log = pino({}, { write: (line: string) => void warnings.push(String(JSON.parse(line).msg)) })
  const alertOwner = async ({ detail }: { detail: string }) => void alerts.push(detail)
  const app = new Hono()
  app.use(warnOfProxyMismatch({ trustedProxies, log, alertOwner }))
  app.get('/', (c) => c.text('ok'))
  async function ask(peer: string | undefined, forwardedFor?: string): Promise<void> {
    const headers: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
    const incoming = peer === undefined ? undefined : { socket: { remoteAddress: peer } }
    const response = await app.request('/', { headers }, { incoming })
    expect(response.status).toBe(200)
  }
  return { ask, warnings, alerts, counts: () => [warnings.length, alerts.length] }
}

test.each([
  '127.0.0.1',
  '::1',
  '::ffff:10.1.2.3',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.9',
  '100.64.3.2',
  '169.254.1.1',
  'fd00::1',
  'fe80::1%eth0',
])('alerts the owner once about a proxy at %s that is not counted', async (peer) => {
  const { ask, warnings, alerts } = openShop(0)
  await ask(peer, '203.0.113.9')
  await ask(peer, '203.0.113.10')
  expect(alerts).toEqual([expect.stringContaining('TRUST_PROXY is 0')])
  expect(warnings).toEqual(alerts)
})

test('logs a single visitor who sends the header, and alerts about several behind one address', async () => {
  const { ask, counts, alerts } = openShop(0)
  for (let times = 0; times < 10; times += 1) await ask('35.191.0.7', '203.0.113.9, 34.0.0.1')
  await ask('203.0.113.77', '198.51.100.1')
  expect(counts()).toEqual([1, 0])
  await ask('35.191.0.7', '203.0.113.10, 34.0.0.1')
  expect(counts()).toEqual([1, 0])
  await ask('35.191.0.7', '203.0.113.11, 34.0.0.1')
  expect(counts()).toEqual([1, 1])
  expect(alerts[0]).toContain('TRUST_PROXY is 0')
})

test('finds several visitors behind one address after any number of others', async () => {
  const { ask, counts } = openShop(0)
  for (let other = 0; other < 3000; other += 1) await ask(`2001:db8::${other.toString(16)}`, '198.51.100.1')
  expect(counts()).toEqual([1, 0])
  for (const visitor of ['203.0.113.9', '203.0.113.10', '203.0.113.11']) await ask('130.211.0.4', visitor)
  expect(counts()).toEqual([1, 1])
})

test.each([
  [1, '203.0.113.9'],
  [1, '198.51.100.1, 203.0.113.9'],
  [2, '203.0.113.9, 192.0.2.1'],
  [2, '198.51.100.1, 203.0.113.9, 192.0.2.1'],
])('is silent if %i proxies have written %s', async (proxies, forwardedFor) => {
  const { ask, counts } = openShop(proxies)
  await ask('127.0.0.1', forwardedFor)
  expect(counts()).toEqual([0, 0])
})

test('alerts the owner once if a proxy did not pass on the header', async () => {
  const { ask, warnings, alerts } = openShop(2)
  await ask('127.0.0.1', '192.0.2.1')
  await ask('127.0.0.1', '192.0.2.2')
  expect(alerts).toEqual([expect.stringContaining('TRUST_PROXY is 2')])
  expect(warnings).toEqual(alerts)
})

test('only logs requests past every proxy, and ignores those of the shop itself', async () => {
  const { ask, counts } = openShop(1)
  await ask(undefined)
  expect(counts()).toEqual([0, 0])
  await ask('127.0.0.1')
  await ask('127.0.0.1')
  expect(counts()).toEqual([1, 0])
})

test('is silent without the header if no proxy is counted', async () => {
  const { ask, counts } = openShop(0)
  await ask('203.0.113.9')
  expect(counts()).toEqual([0, 0])
})
