import type { Page } from '@playwright/test'
import { expect, holdBack, test } from './shop-test.ts'

/** A phone on a slow connection: the page is visible and usable while its scripts are still loading. */
async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const scriptsArrive = await holdBack(page, '**/assets/entry.client-*.js')
  await page.goto(path)
  return scriptsArrive
}

async function expectInCart(page: Page, line: string) {
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(line)
}

test('adds an oil to the cart once when requested before the scripts load @wide', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/products/vanilla-sun-body-oil')
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  await add.click()
  scriptsArrive()
  await expectInCart(page, 'Vanilla Sun Body Oil')
})

test('buys the size chosen before the scripts load @phone', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/products/pure-bloom')
  const sizes = page.getByRole('group', { name: 'Size' })
  await sizes.getByText('2oz', { exact: true }).click()
  await sizes.getByText('1oz', { exact: true }).click()
  await sizes.getByText('2oz', { exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  scriptsArrive()
  await expectInCart(page, '2oz')
  await expect(page).toHaveURL('/products/pure-bloom?size=2oz#cart')
})

test('buys the size chosen on a card before the scripts load @wide', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/facial-serums')
  await page.getByRole('combobox', { name: 'Size of Pure Bloom' }).selectOption('2oz')
  await page.getByRole('button', { name: 'Add to Cart : Pure Bloom' }).click()
  scriptsArrive()
  await expectInCart(page, '2oz')
})

test('keeps ingredients excluded before the scripts load @phone', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/shop-all')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Nuts' }).check()
  await page.getByRole('checkbox', { name: 'Essential oils' }).check()
  scriptsArrive()
  await expect(page).toHaveURL(/without=nuts/)
  await expect(page).toHaveURL(/without=essential-oils/)
  await expect(page.getByRole('checkbox', { name: 'Nuts' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Essential oils' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Neroli Dusk Body Oil', exact: true })).toHaveCount(0)
})

test('shows the reviews chosen before the scripts load @wide', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/reviews')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Brand Testimonials')
  scriptsArrive()
  await expect(page).toHaveURL(/product=brand/)
  await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue('brand')
})

test('suggests oils for what was typed before the scripts load', async ({ page }) => {
  const scriptsArrive = await openBeforeScripts(page, '/about')
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  const input = page.getByRole('combobox', { name: 'Search the shop' })
  await input.pressSequentially('sensitive')
  scriptsArrive()
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(suggestions.getByRole('option', { name: /Barrier Rescue Oil/ })).toBeVisible()
  await expect(input).toHaveValue('sensitive')
  await expect(input).toBeFocused()
})
