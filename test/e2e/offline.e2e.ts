import type { Page } from '@playwright/test'
import { OFFLINE } from '../../src/web/ui/offline.ts'
import { expectNoViolations } from './axe.ts'
import { expect, fullyHydrated, test } from './shop-test.ts'

// The browser itself reports what it couldn't load.
test.use({ isConsoleQuiet: false })

/** Whatever replaces the document would take this with it. */
async function markDocument(page: Page) {
  await page.evaluate(() => {
    document.body.dataset.same = 'yes'
  })
}

test('stays on the page when a link is followed without a network, and follows it with one', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await fullyHydrated(page)
  await markDocument(page)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Routine Guide' })
  await page.context().setOffline(true)
  await link.click()
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(page).toHaveURL('/products/pure-bloom')
  await expect(page.getByRole('heading', { name: 'Pure Bloom', level: 1 })).toBeVisible()
  // What needs no network still works.
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Pure Bloom added to cart!')).toBeVisible()
  await page.context().setOffline(false)
  await link.click()
  await expect(page).toHaveURL('/routine-guide')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-same', 'yes')
})

test('follows links if the browser says it is offline but the shop responds @wide', async ({ page }) => {
  // As on a laptop without any network, with the shop on the same laptop.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }))
  await page.goto('/products/pure-bloom')
  await fullyHydrated(page)
  await markDocument(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Routine Guide' }).click()
  await expect(page).toHaveURL('/routine-guide')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.locator('body')).toHaveAttribute('data-same', 'yes')
  await expect(page.getByText(OFFLINE)).toHaveCount(0)
})

test('stays on the page when a search is sent without a network @phone', async ({ page }) => {
  await page.goto('/about')
  await fullyHydrated(page)
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Search the shop' })
  await field.fill('rose')
  await page.context().setOffline(true)
  await field.press('Enter')
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(page).toHaveURL('/about')
  await expect(field).toHaveValue('rose')
})

test('says that Back needs a connection, and goes back as soon as there is one', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await fullyHydrated(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Routine Guide' }).click()
  await expect(page).toHaveURL('/routine-guide')
  await fullyHydrated(page)
  await page.context().setOffline(true)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('You’re offline | Bloomera')
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
  await expectNoViolations(page)
  const failed = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed
  await expect(page.getByRole('heading', { name: 'You’re offline', level: 1 })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Pure Bloom', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/products/pure-bloom')
})

test('keeps the reviews that are shown when others can’t be loaded', async ({ page }) => {
  await page.goto('/products/pure-bloom#reviews')
  await fullyHydrated(page)
  const reviews = page.locator('#reviews article')
  await expect(reviews.first()).toBeVisible()
  const before = await reviews.allInnerTexts()
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await page.context().setOffline(true)
  await sort.selectOption('Lowest rating')
  await expect(page.getByText(OFFLINE)).toBeVisible()
  await expect(sort).toHaveValue('newest')
  expect(await reviews.allInnerTexts()).toEqual(before)
  await page.context().setOffline(false)
  await sort.selectOption('Lowest rating')
  await expect(reviews.first()).not.toHaveText(before[0] ?? '')
  await expect(sort).toHaveValue('lowest')
})
