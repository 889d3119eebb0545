import type { Page } from '@playwright/test'
import { CARRIER_KEY } from '../carrier-emulator.ts'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const LAST_NAME = 'Oyelaran'

async function connect(page: Page, shop: DeskShop): Promise<void> {
  await page.goto(`${shop.address}/admin/settings/labels`)
  await page.getByLabel('API key').fill('EZTKnot-the-right-one')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('EasyPost doesn’t accept the key.')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByLabel('API key').fill(CARRIER_KEY)
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Connected to EasyPost.')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
}

/** The carrier's shipments for this test's customers. */
async function shipmentsOf(shop: DeskShop) {
  const { shipments } = await shop.carrier.ledger()
  return shipments.filter(({ to_address }) => to_address.name?.endsWith(LAST_NAME))
}

async function disconnect(page: Page, shop: DeskShop): Promise<void> {
  await page.goto(`${shop.address}/admin/settings/labels`)
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Disconnected.')).toBeVisible()
}

/** Ticks only the orders of this test's customers. */
async function tickAll(page: Page, shop: DeskShop): Promise<void> {
  await page.goto(`${shop.address}/admin/orders?q=${LAST_NAME}`)
  const boxes = page.getByRole('checkbox', { name: /^Select BLM-/ })
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.check()
}

test('buys labels for three orders, prints them, and tracks them to delivery', async ({ page, shop }) => {
  for (let count = 0; count < 3; count += 1) await shop.order(LAST_NAME)
  await signIn(page, shop, 'owner')
  await connect(page, shop)

  await tickAll(page, shop)
  await page.getByRole('button', { name: 'Buy labels' }).click()
  await expect(page.getByRole('heading', { name: 'Buy labels' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  expect(await shipmentsOf(shop)).toEqual([])
  await page.getByRole('button', { name: 'Buy 3 labels for $13.89' }).click()
  await expect(page.getByRole('heading', { name: '3 labels bought' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  const shipments = await shipmentsOf(shop)
  const { purchases } = await shop.carrier.ledger()
  const paid = purchases.filter(({ shipmentId }) => shipments.some(({ id }) => id === shipmentId))
  expect(paid.map(({ cents }) => cents)).toEqual([463, 463, 463])

  await page.getByRole('link', { name: 'Print slips and labels' }).click()
  const labels = page.getByRole('img', { name: /^Shipping label of order BLM-/ })
  await expect(labels).toHaveCount(3)
  for (const label of await labels.all())
    await expect.poll(() => label.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(812)
  await expectNoViolations(page)

  await tickAll(page, shop)
  await page.getByRole('button', { name: /^(Add tracking|Tracking)$/ }).click()
  await expect(page.getByText('3 of 3')).toBeVisible()
  await page.getByRole('button', { name: 'Mark 3 as shipped' }).click()
  await expect(page.getByText('3 orders marked as shipped.')).toBeVisible()

  const [arriving, returning] = shipments.map(({ tracking_code }) => tracking_code ?? '')
  expect(await shop.carrier.report(arriving ?? '', 'out_for_delivery')).toEqual([200])
  await page.goto(`${shop.address}/admin/orders?q=${arriving}`)
  await page.getByRole('link', { name: /^BLM-/ }).first().click()
  // On its own, because the desk updates live.
  await expect(page.getByText('Out for delivery').first()).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Customer’s order page' }).click()
  await expect(page.getByText('Out for delivery')).toBeVisible()
  const customersPage = page.url()
  expect(await shop.carrier.report(arriving ?? '', 'delivered')).toEqual([200])
  await expect(async () => {
    await page.goto(customersPage)
    await expect(page.getByRole('heading', { name: 'Delivered', level: 1 })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expectNoViolations(page)

  expect(await shop.carrier.report(returning ?? '', 'return_to_sender')).toEqual([200])
  await expect(async () => {
    await page.goto(`${shop.address}/admin`)
    await expect(page.getByText('Delivery problem', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(page.getByText('On its way back to you')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)

  await disconnect(page, shop)
})

test('buys one label without a script, voids it, and buys another', async ({ page, shop, browser }) => {
  const { number } = await shop.order('Okafor')
  await signIn(page, shop, 'owner')
  await connect(page, shop)
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const quiet = await plain.newPage()
  await quiet.goto(`${shop.address}/admin/orders?q=${number}`)
  await quiet.getByRole('link', { name: number }).click()
  await quiet.getByRole('link', { name: 'Buy label', exact: true }).click()
  await quiet.getByLabel('Weight, oz').fill('40')
  await quiet.getByRole('button', { name: 'Update prices' }).click()
  await quiet.getByRole('radio', { name: /^USPS Ground Advantage.*\$6\.33$/ }).check()
  await quiet.getByRole('button', { name: 'Buy label' }).click()
  await expect(quiet.getByText('1 label bought for $6.33.')).toBeVisible()
  const order = quiet.url()
  await quiet.getByRole('button', { name: 'Void label' }).click()
  await quiet.getByRole('button', { name: 'Confirm' }).click()
  await expect(quiet.getByText('Label voided.')).toBeVisible()
  await expect(quiet.getByText('Voided', { exact: true })).toBeVisible()
  await quiet.getByRole('link', { name: 'Buy label', exact: true }).click()
  await quiet.getByRole('button', { name: 'Buy label' }).click()
  await expect(quiet.getByText('1 label bought for $4.63.')).toBeVisible()
  await plain.close()

  await page.goto(order)
  await expect(page.getByRole('heading', { name: 'Shipping labels' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await disconnect(page, shop)
})
