import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { MESSAGES } from '../../src/contract/messages.ts'
import { freePort } from '../free-port.ts'
import { startShopProcess } from '../shop-process.ts'
import {
  arrivesAtOrder,
  buyer,
  capturesFor,
  cardFormReady,
  fillAddress,
  fillCard,
  openCheckout,
  payButton,
} from './checkout-page.ts'
import { expect } from './shop-test.ts'
import { chooseInWallet } from './wallet-sheet.ts'

type BrokenShop = {
  address: string
  emulatorPort: number
  /** Hits the next matching request; nothing else pays in this shop. */
  setFault: (fault: string) => Promise<void>
}

/** A shop with its own Square emulator: faults would hit the other tests. Its console is not quiet, as things break. */
const test = base.extend<object, { shop: BrokenShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'faults-'))
      const [port, emulatorPort] = [await freePort(), await freePort()]
      const shop = await startShopProcess({
        PORT: String(port),
        EMULATOR_PORT: String(emulatorPort),
        DATA_DIR: folder,
        NODE_ENV: 'test',
        PAYMENT_TIMINGS: 'fast',
        WALLETS: 'on',
      })
      await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
      await use({
        address: shop.address,
        emulatorPort,
        setFault: async (fault) => {
          const response = await fetch(`http://127.0.0.1:${emulatorPort}/emulator/faults`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ fault }),
          })
          expect(response.ok).toBe(true)
        },
      })
      shop.child.kill()
      await shop.ended
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

// They share one shop, one after the other.
test.describe.configure({ mode: 'default' })
const PRODUCT = '/products/floral-wood-body-oil'

test('reports a script that does not load, and lets the buyer retry', async ({ page, shop }) => {
  await shop.setFault('script-404')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await expect(page.getByRole('status').getByText('Failed to load payment form')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.cardFormUnavailable)).toBeVisible()
  await fillAddress(dialog, buyer('script'))
  await payButton(page).click()
  await expect(dialog.getByRole('alert').getByText('Payment form not initialized')).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
})

test('gives up on a form whose frame is blocked, and keeps the cart', async ({ page, shop }) => {
  await shop.setFault('frame-blocked')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await expect(page.getByRole('status').getByText('Payment form unavailable. Please contact support.')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.cardFormUnavailable)).toBeVisible()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await cardFormReady(page)
  await expect(page.locator('iframe')).toHaveCount(1)
})

test('waits for an unknown outcome through a reload, and charges once', async ({ page, shop }) => {
  const dana = buyer('waits')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await fillCard(page, { number: '4000000000009094' })
  await payButton(page).click()
  await expect(dialog.getByText(MESSAGES.paymentPending)).toBeVisible()
  await expect(payButton(page)).toHaveCount(0)
  await page.reload()
  await arrivesAtOrder(page)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

test('reports a charge that never arrived as a failure and lets the buyer retry', async ({ page, shop }) => {
  const dana = buyer('tries-again')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await fillCard(page, { number: '4000000000009011' })
  await payButton(page).click()
  await expect(dialog.getByText(MESSAGES.paymentPending)).toBeVisible()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.paymentFailed)).toBeVisible()
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

test('pays for the same order with a wallet', async ({ page, shop }) => {
  const dana = buyer('wallet')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await cardFormReady(page)
  const googlePay = dialog.getByRole('button', { name: 'Buy with GPay' })
  await googlePay.click()
  await expect(dialog.getByRole('alert').getByText('Please check 7 fields.')).toBeVisible()
  await fillAddress(dialog, dana)
  await googlePay.click()
  await chooseInWallet(page, 'Bloomera: 59.28 USD', 'Cancel')
  await expect(payButton(page)).toBeEnabled()
  await googlePay.click()
  await chooseInWallet(page, 'Bloomera: 59.28 USD', 'Pay with Visa ending in 1111')
  await arrivesAtOrder(page)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})
