import type { Locator, Page } from '@playwright/test'
import { expect, hydrated, test } from './shop-test.ts'

/** A window of 1280 × 1024 at 400%, as required by WCAG 1.4.10. */
const ZOOMED = { width: 320, height: 256 }

/** How much of the window's height anything that doesn't scroll covers, with `field` scrolled to. */
async function roomAround(page: Page, field: Locator): Promise<number> {
  await field.focus()
  await field.scrollIntoViewIfNeeded()
  return field.evaluate((element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect()
    const isFree = (y: number) => {
      const found = document.elementFromPoint(left + width / 2, y)
      for (let at = found; at; at = at.parentElement) {
        const { position } = getComputedStyle(at)
        if ((position === 'sticky' || position === 'fixed') && !at.contains(element)) return false
      }
      return true
    }
    if (top < 0 || bottom > innerHeight || !isFree((top + bottom) / 2)) return 0
    const rows = Array.from({ length: 64 }, (_, index) => (index + 0.5) * (innerHeight / 64))
    return rows.filter((y) => isFree(y)).length / 64
  })
}

test('leaves room for the page, the checkout form and every dialog at 400% @wide', async ({ page }) => {
  await page.setViewportSize(ZOOMED)
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(ZOOMED.width)

  const writeReview = page.getByRole('button', { name: 'Write a review' })
  expect(await roomAround(page, writeReview), 'the page itself').toBeGreaterThan(0.7)
  await writeReview.click()
  const review = page.getByRole('dialog', { name: 'Write a review' })
  expect(await roomAround(page, review.getByRole('textbox', { name: 'Title' }))).toBeGreaterThan(0.7)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Zoom in' }).click()
  await expect(page.getByRole('dialog', { name: /^Pictures of/ }).getByRole('img')).toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  expect(await roomAround(page, cart.getByRole('button', { name: /^Increase quantity/ }))).toBeGreaterThan(0.7)
  await cart.getByRole('button', { name: 'Checkout' }).click()

  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  for (const name of ['Email', 'City', 'ZIP code'])
    expect(await roomAround(page, checkout.getByLabel(name, { exact: false }).first()), name).toBeGreaterThan(0.7)
  const scrollWidth = await checkout.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(scrollWidth).toBeLessThanOrEqual(0)
})
