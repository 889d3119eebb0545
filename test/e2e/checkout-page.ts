import type { FrameLocator, Locator, Page } from '@playwright/test'
import { EMULATOR_PORT } from '../../playwright.config.ts'
import { expect, hydrated } from './shop-test.ts'

export const VISA = '4111111111111111'

export type Card = { number?: string; expiry?: string; cvv?: string; zip?: string }

/** A customer in Utah, who pays sales tax; each test has its own. */
export function buyer(name: string) {
  return {
    email: `${name}@example.com`,
    firstName: 'Dana',
    lastName: 'Whitfield',
    address: '12 Elm Street',
    city: 'Provo',
    state: 'UT',
    zip: '84601',
  }
}

/** Floral Wood Body Oil: $46.00, shipping $9.99, tax in Utah $3.29. */
export async function openCheckout(page: Page, path = '/products/floral-wood-body-oil'): Promise<Locator> {
  await page.goto(path)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('dialog', { name: 'Shopping Cart' }).getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  await expect(dialog).toBeVisible()
  return dialog
}

export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[name^="single-card"]')
}

/** Its fields are visible a moment before the provider resolves the form, which is when it can be used. */
export async function cardFormReady(page: Page): Promise<void> {
  await expect(cardFrame(page).locator('#cardNumber')).toBeVisible()
  await expect(page.getByText('Loading the card form…')).toHaveCount(0)
}

export async function fillCard(
  page: Page,
  { number = VISA, expiry = '12/35', cvv = '111', zip = '84601' }: Card = {},
): Promise<void> {
  await cardFormReady(page)
  const frame = cardFrame(page)
  await frame.locator('#cardNumber').fill(number)
  await frame.locator('#expirationDate').fill(expiry)
  await frame.locator('#cvv').fill(cvv)
  await frame.locator('#postalCode').fill(zip)
}

export async function fillAddress(dialog: Locator, person: ReturnType<typeof buyer>): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await dialog.getByRole('textbox', { name: 'First name' }).fill(person.firstName)
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(person.lastName)
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(person.address)
  await dialog.getByRole('textbox', { name: 'City' }).fill(person.city)
  await dialog.getByRole('combobox', { name: 'State' }).selectOption(person.state)
  await dialog.getByRole('textbox', { name: 'ZIP code' }).fill(person.zip)
}

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: /^(PAY NOW|Processing Payment\.\.\.)$/ })
}

/** Returns the order number shown on the order page. */
export async function arrivesAtOrder(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/order\/[\w-]+$/)
  const text = await page.getByText(/^Order number BLM-/).textContent()
  return /BLM-\w+-\w+/.exec(text ?? '')?.[0] ?? ''
}

/** How often the emulator captured money for an order: the only number that counts. */
export async function capturesOf(orderNumber: string, port = EMULATOR_PORT): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/emulator/ledger`)
  const { captures } = (await response.json()) as { captures: Record<string, number> }
  return captures[orderNumber] ?? 0
}

/** Captures of all orders of a buyer, to also catch a second order. */
export function capturesFor(email: string, port = EMULATOR_PORT): Promise<number> {
  return paymentsFor(email, 'COMPLETED', port)
}

export async function paymentsFor(
  email: string,
  status: 'COMPLETED' | 'FAILED',
  port = EMULATOR_PORT,
): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/emulator/ledger`)
  const { payments } = (await response.json()) as {
    payments: { status: string; buyer_email_address?: string }[]
  }
  return payments.filter((payment) => payment.buyer_email_address === email && payment.status === status).length
}
