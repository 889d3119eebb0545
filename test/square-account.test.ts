/** Production opens if Square confirms the account or doesn't respond, but never if Square disagrees. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SquareEmulatorOptions } from '#emulators/square/options.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'
import { startTestEmulator } from './square-emulator.ts'

const NEARBY = pathToFileURL(path.join(import.meta.dirname, 'square-nearby.mjs')).href
const PATIENCE_MS = 120_000
const ACCOUNT = {
  accessToken: PRODUCTION_ENVIRONMENT.SQUARE_ACCESS_TOKEN,
  applicationId: PRODUCTION_ENVIRONMENT.SQUARE_APPLICATION_ID,
  locationId: PRODUCTION_ENVIRONMENT.SQUARE_LOCATION_ID,
  webhook: {
    url: `${PRODUCTION_ENVIRONMENT.PUBLIC_URL}/webhooks/square`,
    signatureKey: PRODUCTION_ENVIRONMENT.SQUARE_WEBHOOK_SIGNATURE_KEY,
  },
}

let folder = ''
const open: { close: () => Promise<unknown> }[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'account-'))
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openSquare(changes: Partial<SquareEmulatorOptions> = {}) {
  const square = await startTestEmulator({ ...ACCOUNT, ...changes })
  open.push(square)
  return square
}

/** Its PostgreSQL is down, which doesn't prevent a start and makes it fast. */
async function startProduction(squareAddress: string): Promise<ShopProcess> {
  const shop = await startShopProcess({
    ...PRODUCTION_ENVIRONMENT,
    PORT: String(await freePort()),
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    NODE_OPTIONS: `--import=${NEARBY}`,
    SQUARE_NEARBY: squareAddress,
    LOG_LEVEL: 'fatal',
  })
  open.unshift({
    close: async () => {
      shop.child.kill('SIGTERM')
      await shop.ended
    },
  })
  return shop
}

test('the shop opens with an account that Square confirms', async () => {
  const { address } = await openSquare()
  expect((await startProduction(address)).output()).toContain('open at')
})

test.each<[string, Partial<SquareEmulatorOptions>, RegExp]>([
  [
    'access token',
    { accessToken: 'another' },
    /^Square's production environment refuses SQUARE_ACCESS_TOKEN: [^\n]+\.\n$/,
  ],
  [
    'currency',
    { currency: 'CAD' },
    /^Square's location LALOCATION [^\n]+ takes CAD, and this shop charges USD: [^\n]+\.\n$/,
  ],
  [
    'webhook',
    { webhook: undefined },
    /^Square sends no webhooks to https:\/\/bloomera\.example\/webhooks\/square: [^\n]+\.\n$/,
  ],
])('a different %s keeps production closed, with one message', async (_what, changes, sentence) => {
  const { address } = await openSquare(changes)
  const shop = await startProduction(address)
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toMatch(sentence)
})

test('the shop opens if Square cannot be reached', async () => {
  expect((await startProduction('http://127.0.0.1:1')).output()).toContain('open at')
})

test('a process that replaces another opens whatever Square says by then', async () => {
  const port = await freePort()
  const square = await openSquare({ port })
  const shop = await startProduction(square.address)
  await square.close()
  open.splice(open.indexOf(square), 1)
  await openSquare({ port, accessToken: 'another' })
  for (const worker of await shop.workers()) process.kill(worker, 'SIGKILL')
  await eventually(() => shop.output().split('open at').length === 3, PATIENCE_MS)
})

test('development opens despite a mismatch, with a warning', async () => {
  const { address } = await openSquare({ currency: 'CAD' })
  const shop = await startShopProcess({
    NODE_ENV: 'development',
    DATA_DIR: folder,
    SQUARE_BASE_URL: address,
    SQUARE_WEB_SDK_URL: `${address}/v1/square.js`,
    SQUARE_ACCESS_TOKEN: ACCOUNT.accessToken,
    SQUARE_LOCATION_ID: ACCOUNT.locationId,
  })
  open.unshift({
    close: async () => {
      shop.child.kill('SIGTERM')
      await shop.ended
    },
  })
  await eventually(() => shop.output().includes('takes CAD, and this shop charges USD'), PATIENCE_MS)
  expect((await fetch(`${shop.address}/`)).status).toBe(200)
})
