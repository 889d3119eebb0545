import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { missingParts } from './production/installed.ts'
import { startCaddy } from './production/start-caddy.ts'
import { startEdge } from './production/start-edge.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

const missing = missingParts(['caddy'])
if (missing.length > 0)
  process.stdout.write('The test of visitors through a CDN is skipped: this machine lacks caddy.\n')

/** Addresses of this machine. */
const EDGE = '127.8.0.1'
const VISITORS = ['127.1.0.1', '127.1.0.2', '127.1.0.3'] as const
/** Sign-in links that an address may request. */
const LIMIT = 10

const closing: (() => unknown)[] = []
let folder: string
let shop: ShopProcess
let shopPort: number

beforeAll(async () => {
  if (missing.length > 0) return
  folder = await mkdtemp(path.join(tmpdir(), 'cdn-visitors-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  shopPort = await freePort()
  shop = await startShopProcess({
    PORT: String(shopPort),
    HOST: '127.0.0.1',
    DATA_DIR: path.join(folder, 'data'),
    NODE_ENV: 'test',
    TRUST_PROXY: '2',
  })
  closing.push(async () => {
    shop.child.kill('SIGTERM')
    await shop.ended
  })
})
afterAll(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Caddy in front of the shop, and a CDN in front of Caddy. */
async function openFront(cdnAddresses: string) {
  const port = await freePort()
  const origin = `https://localhost:${port}`
  const caddyFolder = await mkdtemp(path.join(folder, 'caddy-'))
  const caddy = await startCaddy({ folder: caddyFolder, port, shopPorts: [shopPort], cdnAddresses })
  closing.push(() => caddy.stop())
  const edge = await startEdge({ origin, address: EDGE })
  closing.push(() => edge.close())
  const isOpen = () =>
    ask(`${edge.address}/healthz`, VISITORS[2]).then(
      (status) => status === 200,
      () => false,
    )
  await eventually(isOpen, 60_000).catch(() => {
    throw new Error(`Caddy did not open the shop:\n${caddy.output()}`)
  })
  return { caddy: origin, edge: edge.address }
}

let claims = 0
/** A request from one of this machine's addresses that claims to come from somewhere else. */
function ask(url: string, localAddress: string, method = 'GET'): Promise<number> {
  claims += 1
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const options = {
    method,
    localAddress,
    family: 4,
    agent: false,
    headers: {
      host: 'localhost',
      'x-forwarded-for': `203.0.113.${claims % 250}, 198.51.100.${claims % 250}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
  }
  const request = (url.startsWith('https:') ? https : http).request(url, options, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0))
  })
  request.on('error', reject).end(method === 'POST' ? 'email=nobody%40shop.example' : undefined)
  return promise
}

async function askForLinks(address: string, visitor: string, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push(await ask(`${address}/admin/sign-in/link`, visitor, 'POST'))
  return statuses
}

test.skipIf(missing.length > 0)('counts each visitor of a CDN alone, whatever address they claim to have', async () => {
  const [first, second, direct] = VISITORS
  const { caddy, edge } = await openFront(`192.0.2.0/24 ${EDGE}/32`)
  expect(await askForLinks(edge, first, LIMIT + 1)).toEqual([...Array.from({ length: LIMIT }, () => 200), 429])
  expect(await askForLinks(edge, second, 1)).toEqual([200])
  expect(shop.output()).not.toContain('TRUST_PROXY')

  // Past the CDN, Caddy replaces what the visitor claims, and the shop sees that a proxy is missing.
  expect((await askForLinks(caddy, direct, LIMIT + 1)).at(-1)).toBe(429)
  await eventually(() => shop.output().includes('TRUST_PROXY is 2'))
})
