/** The card form in browsers and networks that block it: each case ends with a message and an alternative. */
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { MESSAGES } from '../../src/contract/messages.ts'
import { CARD_ADVICE } from '../../src/web/checkout/card-problem.ts'
import {
  arrivesAtOrder,
  buyer,
  capturesFor,
  cardFormReady,
  cardFrame,
  fillAddress,
  fillCard,
  openCheckout,
  payButton,
} from './checkout-page.ts'
import { test } from './own-shop.ts'
import { expect, hydrated } from './shop-test.ts'
import { chooseInWallet } from './wallet-sheet.ts'

// One shop for all of them, in sequence.
test.describe.configure({ mode: 'default' })
const PRODUCT = '/products/floral-wood-body-oil'
const SCRIPT = '**/v1/square.js*'
/** Beyond every deadline of the card form. */
const PAST_DEADLINE_MS = 21_000

function toast(page: Page, text: string) {
  return page.getByRole('status').getByText(text)
}

/** Leaves requests without a response; returns a function that lets later ones through. */
async function stall(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, () => new Promise(() => {}))
  return () => page.unroute(address)
}

async function pays(page: Page, email: string, emulatorPort: number): Promise<void> {
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  expect(await capturesFor(email, emulatorPort)).toBe(1)
}

test('gives up on a script that stalls, and does not wait for it on the next try', async ({ page, shop }) => {
  const dana = buyer('stalled-script')
  // Done by the server, because the browser doesn't share a request that the test routes with the next one.
  await shop.setFault('script-stall')
  await page.clock.install()
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await expect(dialog.getByText('Loading the card form…')).toBeAttached()
  await fillAddress(dialog, dana)
  await page.clock.fastForward(6000)
  await expect(dialog.getByText("Square's card form is taking longer than usual…")).toBeVisible()
  await page.clock.fastForward(PAST_DEADLINE_MS)
  await expect(toast(page, 'Failed to load payment form')).toBeVisible()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.cardFormUnavailable)).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.stalled)).toBeVisible()
  await payButton(page).click()
  await expect(dialog.getByRole('alert').getByText('Payment form not initialized')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await pays(page, dana.email, shop.emulatorPort)
})

test('handles a script that an extension blocks or replaces with an empty one', async ({ page, shop }) => {
  const dana = buyer('blocked-script')
  await page.route(SCRIPT, (route) => route.abort('blockedbyclient'))
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await expect(toast(page, 'Failed to load payment form')).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.blocked)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'hello@bloomera.example' })).toHaveAttribute('href', /^mailto:/)
  await fillAddress(dialog, dana)
  await page.unroute(SCRIPT)
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, 'Square SDK not loaded')).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.blocked)).toBeVisible()
  await page.unroute(SCRIPT)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await pays(page, dana.email, shop.emulatorPort)
})

test('gives up on a frame that never loads, and has one form after the next try', async ({ page, shop }) => {
  const dana = buyer('stalled-frame')
  const letThrough = await stall(page, '**/v1/card-frame.html*')
  await page.clock.install()
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await expect(page.locator('iframe[name^="single-card"]')).toBeAttached()
  await page.clock.fastForward(PAST_DEADLINE_MS)
  await expect(toast(page, 'Payment form unavailable. Please contact support.')).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.blocked)).toBeVisible()
  await letThrough()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await cardFormReady(page)
  await expect(page.locator('iframe')).toHaveCount(1)
  await pays(page, dana.email, shop.emulatorPort)
})

test('gives up if the shop does not return its configuration', async ({ page, shop }) => {
  const letThrough = await stall(page, '**/functions/v1/get-square-config')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await expect(toast(page, 'Failed to load Square configuration')).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.shop)).toBeVisible()
  await letThrough()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await cardFormReady(page)
})

test('offline: the form appears when the network is back, and paying offline charges nothing', async ({
  page,
  context,
  shop,
}) => {
  const dana = buyer('offline')
  await page.goto(shop.address + PRODUCT)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  // The drawer fetches the checkout's own code; the checkout fetches what comes from Square.
  const code = page.waitForResponse(/\/assets\/checkout-[^/]+\.js$/)
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  // Including everything that it imports.
  await page.evaluate(async (address) => void (await import(address)), (await code).url())
  await context.setOffline(true)
  await page.getByRole('dialog', { name: 'Shopping Cart' }).getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  await expect(toast(page, 'Failed to load payment form')).toBeVisible()
  await expect(dialog.getByText(CARD_ADVICE.offline)).toBeVisible()
  await context.setOffline(false)
  await cardFormReady(page)
  await fillAddress(dialog, dana)
  await fillCard(page)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.offlineUnpaid)).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await context.setOffline(false)
  await payButton(page).click()
  await arrivesAtOrder(page)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

test('slow 3G: does not give up too early', async ({ page, context, shop }) => {
  const dana = buyer('slow-3g')
  // The browser slows down the page's network; frames of other origins are slowed down by their responses.
  const client = await context.newCDPSession(page)
  const kilobits = (amount: number) => (amount * 1024) / 8
  await page.goto(shop.address + PRODUCT)
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: kilobits(400),
    uploadThroughput: kilobits(400),
  })
  await page.route(`http://127.0.0.1:${shop.emulatorPort}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await route.continue()
  })
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await pays(page, dana.email, shop.emulatorPort)
})

test('lets the buyer give up on a token that never arrives, and charges nothing', async ({ page, shop }) => {
  const dana = buyer('stalled-token')
  await page.clock.install()
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await fillCard(page)
  const letThrough = await stall(page, '**/v1/tokens')
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Processing Payment...')
  await page.clock.fastForward(PAST_DEADLINE_MS)
  await expect(toast(page, 'Still waiting for your bank.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('alert').getByText(MESSAGES.tokenGivenUp)).toBeVisible()
  await letThrough()
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(0)
  await cardFormReady(page)
  await expect(cardFrame(page).locator('#cardNumber')).toHaveValue('')
  await pays(page, dana.email, shop.emulatorPort)
})

test('a token that arrives late still pays, and the prompt disappears', async ({ page, shop }) => {
  const dana = buyer('late-token')
  await page.clock.install()
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await fillAddress(dialog, dana)
  await fillCard(page)
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/v1/tokens', async (route) => {
    await isLetGo
    await route.continue()
  })
  await payButton(page).click()
  await expect(payButton(page)).toHaveText('Processing Payment...')
  await page.clock.fastForward(PAST_DEADLINE_MS)
  await expect(toast(page, 'Still waiting for your bank.')).toBeVisible()
  letGo()
  await arrivesAtOrder(page)
  await expect(toast(page, 'Still waiting for your bank.')).toHaveCount(0)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

test('lets the buyer give up on a wallet sheet that hangs', async ({ page, shop }) => {
  const dana = buyer('stalled-sheet')
  await page.clock.install()
  const letThrough = await stall(page, '**/v1/wallet-sheet.html*')
  const dialog = await openCheckout(page, shop.address + PRODUCT)
  await cardFormReady(page)
  await fillAddress(dialog, dana)
  const googlePay = dialog.getByRole('button', { name: 'Buy with GPay' })
  await googlePay.click()
  await expect(page.locator('iframe.sq-wallet-sheet')).toBeAttached()
  await page.clock.fastForward(PAST_DEADLINE_MS)
  await expect(toast(page, 'Still waiting for Google Pay.')).toBeVisible()
  // A real click, because the sheet covers everything else.
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('iframe.sq-wallet-sheet')).toHaveCount(0)
  await letThrough()
  await cardFormReady(page)
  await googlePay.click()
  await chooseInWallet(page, 'Bloomera: 59.28 USD', 'Pay with Visa ending in 1111')
  await arrivesAtOrder(page)
  expect(await capturesFor(dana.email, shop.emulatorPort)).toBe(1)
})

/**
 * Chromium with a user's settings: 1 blocks third-party cookies, and a content setting of 2 blocks all storage. The
 * headless shell has no such settings.
 */
async function inBrowserWith(preferences: object, use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'profile-'))
  await mkdir(path.join(folder, 'Default'))
  await writeFile(path.join(folder, 'Default', 'Preferences'), JSON.stringify(preferences))
  const executablePath = findChromium()
  const context = await chromium.launchPersistentContext(folder, {
    ...test.info().project.use.launchOptions,
    ...(executablePath ? { executablePath } : { channel: 'chromium' }),
  })
  try {
    await use(context)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

test('third-party cookies off: the form works without them', async ({ shop }) => {
  await inBrowserWith({ profile: { cookie_controls_mode: 1 } }, async (context) => {
    const dana = buyer('no-third-party-cookies')
    const page = await context.newPage()
    const dialog = await openCheckout(page, shop.address + PRODUCT)
    await fillAddress(dialog, dana)
    const kept = await cardFrame(page)
      .locator('body')
      .evaluate(() => {
        document.cookie = 'probe=1; SameSite=None; Secure'
        return document.cookie
      })
    expect(kept).toBe('')
    await pays(page, dana.email, shop.emulatorPort)
  })
})

test('all storage blocked: says that the page must stay open, and the payment works', async ({ shop }) => {
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
  await inBrowserWith(preferences, async (context) => {
    const dana = buyer('no-storage')
    const page = await context.newPage()
    const dialog = await openCheckout(page, shop.address + PRODUCT)
    const isBlocked = await page.evaluate(() => {
      try {
        return localStorage.length < 0
      } catch {
        return true
      }
    })
    expect(isBlocked).toBe(true)
    await expect(dialog.getByText('This browser blocks storage for our shop.')).toBeVisible()
    await fillAddress(dialog, dana)
    await pays(page, dana.email, shop.emulatorPort)
  })
})
