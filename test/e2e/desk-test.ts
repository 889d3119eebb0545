import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createEasyPostEmulator } from '#emulators/easypost/app.ts'
import { sendCommand } from '#server/operators/command-socket.ts'
import { anOrder } from '../an-order.ts'
import { CARRIER_KEY, controlCarrier } from '../carrier-emulator.ts'
import { freePort } from '../free-port.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'
import { startTestEmulator, type TestEmulator } from '../square-emulator.ts'
import { expect, test as shopTest } from './shop-test.ts'

export type DeskShop = ShopProcess & {
  /** Runs `npm run operator` for this shop; returns its output. */
  operator: (...words: string[]) => Promise<string>
  /** Submits a review as a visitor does. */
  review: (title: string, productId?: string) => Promise<void>
  /** Its payment provider. */
  square: TestEmulator
  /** The company that sells its labels. */
  carrier: ReturnType<typeof controlCarrier>
  /** A paid order of a customer with that name; returns its number and email address. */
  order: (lastName: string) => Promise<{ number: string; email: string }>
}

/** A shop per test worker: moderating reviews must not change what other tests see. */
export const test = shopTest.extend<object, { shop: DeskShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'desk-'))
      const port = await freePort()
      const shopOrigins = ['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`)
      let carrierUrl = ''
      const easyPost = createEasyPostEmulator({ apiKey: CARRIER_KEY, publicUrl: () => carrierUrl })
      const beside = { '/easypost': easyPost }
      const square = await startTestEmulator({ shopOrigins, timing: { refundMs: 50 }, beside })
      carrierUrl = `${square.address}/easypost`
      const shop = await startShopProcess({
        PORT: String(port),
        DATA_DIR: folder,
        TRUST_PROXY: '1',
        SQUARE_BASE_URL: square.address,
        SQUARE_WEB_SDK_URL: `http://web.localhost:${new URL(square.address).port}/v1/square.js`,
        EASYPOST_BASE_URL: carrierUrl,
        BACKUP_DIR: path.join(folder, 'backups'),
        BACKUP_KEY: randomBytes(32).toString('hex'),
      })
      let visitors = 0
      await use({
        ...shop,
        operator: async (...words) => (await sendCommand(folder, words))?.text ?? '',
        review: async (title, productId = 'orchard-hand-cuticle-oil') => {
          visitors += 1
          const response = await fetch(`${shop.address}/functions/v1/submit-review`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `127.5.${visitors}.1` },
            body: JSON.stringify({
              product_id: productId,
              rating: 4,
              title,
              body: 'Soft hands.',
              reviewer_name: 'Ana Pires',
            }),
          })
          expect(response.status).toBe(200)
        },
        square,
        carrier: controlCarrier(carrierUrl),
        order: async (lastName) => {
          visitors += 1
          const order = anOrder()
          const email = `${crypto.randomUUID()}@example.com`
          const customerInfo = { ...order.customerInfo, lastName, email }
          const response = await fetch(`${shop.address}/functions/v1/process-square-payment`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'idempotency-key': crypto.randomUUID(),
              'x-forwarded-for': `127.6.${visitors}.1`,
            },
            body: JSON.stringify({ ...order, customerInfo, sourceId: await square.tokenize() }),
          })
          expect(response.status).toBe(200)
          return { number: ((await response.json()) as { orderNumber: string }).orderNumber, email }
        },
      })
      shop.child.kill('SIGTERM')
      await shop.ended
      await square.close()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

export { expect } from './shop-test.ts'

/** The link that `npm start` prints in development. */
export async function printedLink(shop: DeskShop): Promise<string> {
  const link = () => /The desk is at (\S+)/.exec(shop.output())?.[1]
  await expect.poll(link).toBeTruthy()
  return link() ?? ''
}

/** The one-time link of a new operator added on the command line. */
export async function invite({ operator }: Pick<DeskShop, 'operator'>, role = 'owner') {
  const email = `${crypto.randomUUID()}@bloomera.example`
  const [link = ''] = /http\S+/.exec(await operator('add', email, '--role', role)) ?? []
  return { email, link }
}

/**
 * Signs in as a new operator, without loading the pages of the door, which `desk-door.e2e.ts` and `desk.e2e.ts` walk
 * through.
 */
export async function signIn(page: Page, shop: DeskShop, role?: string): Promise<string> {
  const { email, link } = await invite(shop, role)
  const answer = await page.request.post(link, { headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  return email
}
