import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Page, test as base } from '@playwright/test'
import { MESSAGES } from '../../src/contract/messages.ts'
import { anOrder } from '../an-order.ts'
import { freePort } from '../free-port.ts'
import { startShopProcess } from '../shop-process.ts'
import { EMULATOR_CREDENTIALS } from '../square-emulator.ts'
import { arrivesAtOrder, buyer, capturesFor, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { expect } from './shop-test.ts'

type AttackedShop = { address: string; emulatorPort: number }

/** A separate shop in which forty declined cards have just been tried. The browser logs the shop's 429s. */
const test = base.extend<object, { shop: AttackedShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'attacked-'))
      const [port, emulatorPort] = [await freePort(), await freePort()]
      const shop = await startShopProcess({
        PORT: String(port),
        EMULATOR_PORT: String(emulatorPort),
        DATA_DIR: folder,
        NODE_ENV: 'test',
        TRUST_PROXY: '1',
      })
      await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
      const statuses: number[] = []
      for (let n = 0; n < 40; n += 1) statuses.push(await testCard(shop.address, emulatorPort, `198.51.${n}.1`))
      expect(statuses.filter((status) => status === 402)).toHaveLength(30)
      expect(statuses.slice(30)).toEqual(Array.from({ length: 10 }, () => 429))
      await use({ address: shop.address, emulatorPort })
      shop.child.kill()
      await shop.ended
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'default' })

async function testCard(address: string, emulatorPort: number, from: string): Promise<number> {
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body),
    })
  const card = { number: '4000000000000002', expMonth: 12, expYear: 2035, cvv: '111', postalCode: '84101' }
  const { applicationId } = EMULATOR_CREDENTIALS
  const tokenized = await post(`http://127.0.0.1:${emulatorPort}/v1/tokens`, { applicationId, card })
  const { token } = (await tokenized.json()) as { token: string }
  const answer = await post(`${address}/functions/v1/process-square-payment`, { ...anOrder(), sourceId: token })
  return answer.status
}

/** Status, ticket and proof of every payment that the page sends. */
function watchPayments(page: Page) {
  const seen: { status: number; ticket: string | undefined; hasProof: boolean }[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith('/process-square-payment')) return
    const headers = response.request().headers()
    seen.push({
      status: response.status(),
      ticket: headers['checkout-ticket'],
      hasProof: headers['checkout-proof'] !== undefined,
    })
  })
  return seen
}

test('lets a buyer pay during card testing: the page solves the proof of work on its own @phone', async ({
  page,
  shop,
  isMobile,
}) => {
  const dana = buyer(`pays-${isMobile}`)
  const seen = watchPayments(page)
  const dialog = await openCheckout(page, `${shop.address}/products/floral-wood-body-oil`)
  await fillAddress(dialog, dana)
  await fillCard(page)
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Processing Payment...')
  await arrivesAtOrder(page)
  expect(seen).toEqual([
    { status: 429, ticket: expect.stringMatching(/^\w+\.[\w-]+\.[\w-]+$/), hasProof: false },
    { status: 200, ticket: seen[0]?.ticket, hasProof: true },
  ])
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

test('lets a buyer pay with a second card after a decline, under a new ticket @phone', async ({
  page,
  shop,
  isMobile,
}) => {
  const dana = buyer(`second-card-${isMobile}`)
  const seen = watchPayments(page)
  const dialog = await openCheckout(page, `${shop.address}/products/floral-wood-body-oil`)
  await fillAddress(dialog, dana)
  await fillCard(page, { number: '4000000000009995' })
  await payButton(page).click()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.cardDeclined)).toBeVisible()
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  expect(seen.map(({ status }) => status)).toEqual([429, 402, 429, 200])
  expect(seen[2]?.ticket).toBeDefined()
  expect(seen[2]?.ticket).not.toBe(seen[0]?.ticket)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})
