import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { WIDE } from '../../playwright.config.ts'
import { MESSAGES } from '../../src/contract/messages.ts'
import { expectNoViolations } from './axe.ts'
import {
  arrivesAtOrder,
  buyer,
  cardFormReady,
  fillAddress,
  fillCard,
  openCheckout,
  payButton,
} from './checkout-page.ts'
import { expect, test } from './shop-test.ts'

test('shows errors under their fields, references them, and focuses the first', async ({ page }) => {
  const dialog = await openCheckout(page)
  await cardFormReady(page)
  await expectNoViolations(page)
  await payButton(page).click()
  const email = dialog.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address.')
  await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveAccessibleDescription(
    'First name is required.',
  )
  await expect(dialog.getByRole('alert').getByText('Please check 7 fields.')).toBeVisible()
  await expectNoViolations(page)
  await email.fill('dana@example.com')
  await email.blur()
  await expect(email).not.toHaveAttribute('aria-invalid')
})

test('moves nothing behind the dialog, and leaves no strip where the scrollbar was @wide', async ({
  playwright,
  baseURL,
}) => {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {}
  // Playwright hides scrollbars, and with them what happens when they go.
  const browser = await playwright.chromium.launch({
    ...(executablePath && { executablePath }),
    ...(args && { args }),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({ viewport: WIDE, ...(baseURL && { baseURL }) })
  await page.goto('/products/floral-wood-body-oil')
  const name = page.locator('main h1')
  const before = await name.boundingBox()
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  await openCheckout(page)
  await cardFormReady(page)
  await page.evaluate(() => scrollTo(0, 0))
  const after = await name.boundingBox()
  // Less than a pixel: vw units leave a reserved scrollbar out, so type shrinks a little.
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((after?.[side] ?? NaN) - (before?.[side] ?? NaN)), side).toBeLessThan(1)
  const { data, info } = await sharp(await page.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (x: number) => [...data.subarray((400 * info.width + x) * info.channels).subarray(0, 3)]
  // The page's margin, and the place of the scrollbar.
  const [margin, gutter] = [colorAt(info.width - 24), colorAt(info.width - 6)]
  const off = margin.map((value, index) => Math.abs(value - (gutter[index] ?? 0)))
  expect(Math.max(...off), `${margin.join()} and ${gutter.join()}`).toBeLessThanOrEqual(4)
  await browser.close()
})

test('detects a ZIP code of another state @wide', async ({ page }) => {
  const dialog = await openCheckout(page)
  await fillAddress(dialog, { ...buyer('zip'), zip: '10001' })
  await payButton(page).click()
  await expect(dialog.getByText('This ZIP code is not in Utah.').first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'ZIP code' })).toBeFocused()
})

test('marks fields for autofill @phone', async ({ page }) => {
  const dialog = await openCheckout(page)
  await dialog.getByRole('button', { name: 'Add an apartment or suite' }).click()
  const tokens = await dialog
    .locator('input[name], select[name]')
    .evaluateAll((fields) => fields.map((field) => [field.getAttribute('name'), field.getAttribute('autocomplete')]))
  expect(tokens).toEqual([
    ['email', 'email'],
    ['firstName', 'shipping given-name'],
    ['lastName', 'shipping family-name'],
    ['address', 'shipping address-line1'],
    ['address2', 'shipping address-line2'],
    ['city', 'shipping address-level2'],
    ['state', 'shipping address-level1'],
    ['zip', 'shipping postal-code'],
    ['phone', 'shipping tel'],
    ['discountCode', 'off'],
  ])
})

test('keeps the page of an order private and uncached @wide', async ({ page, isMobile }) => {
  await buy(page, buyer(`reads-${isMobile ? 'phone' : 'desk'}`))
  const address = page.url()
  await expectNoViolations(page)

  await page.goto('/about')
  const response = await page.goto(address)
  expect(response?.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Review it/ })).toHaveCount(0)
  const reminder = page.getByRole('link', { name: 'Add to calendar' })
  const file = await page.request.get((await reminder.getAttribute('href')) ?? '')
  expect(await file.text()).toContain('BEGIN:VCALENDAR')

  const forged = `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`
  expect((await page.goto(forged))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test('looks up an order, gives the same refusal for any mismatch, and cancels @phone', async ({ page, isMobile }) => {
  const dana = buyer(`cancels-${isMobile ? 'phone' : 'desk'}`)
  const number = await buy(page, dana)
  const address = page.url()

  await page.goto('/about')
  await page.getByRole('link', { name: 'Track an order' }).click()
  const form = page.getByRole('form', { name: 'Find an order' })
  await form.getByRole('textbox', { name: 'Order number' }).fill(number)
  await form.getByRole('textbox', { name: 'Email' }).fill('somebody@example.com')
  await form.getByRole('button', { name: 'Find my order' }).click()
  await expect(form.getByText(MESSAGES.orderNotFound)).toBeVisible()
  await expectNoViolations(page)
  await form.getByRole('textbox', { name: 'Email' }).fill(dana.email)
  await form.getByRole('button', { name: 'Find my order' }).click()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  // Checked at once: it would disappear on its own eventually.
  expect(await page.getByText(MESSAGES.orderNotFound).count()).toBe(0)

  const seller = page.getByText(/^hello@bloomera.example · /)
  await expect(seller).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(seller).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel this order?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep the order' })).toBeFocused()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Canceled' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
})

async function buy(page: Page, person: ReturnType<typeof buyer>): Promise<string> {
  const dialog = await openCheckout(page)
  await fillAddress(dialog, person)
  await fillCard(page)
  await payButton(page).click()
  return arrivesAtOrder(page)
}
