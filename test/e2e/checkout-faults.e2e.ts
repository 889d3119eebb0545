import { MESSAGES } from '../../src/contract/messages.ts'
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
import { test } from './own-shop.ts'
import { expect } from './shop-test.ts'
import { chooseInWallet } from './wallet-sheet.ts'

// One shop for all of them, in sequence.
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
