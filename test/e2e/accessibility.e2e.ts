import { expectNoViolations } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { MISSING, ROUTES } from './routes.ts'
import { expect, test } from './shop-test.ts'

test('has no layout shift while a page loads, and no axe violations', async ({ page }) => {
  // One tab for all pages: a new one for each would cost more than the checks.
  for (const path of [...ROUTES, ...MISSING]) {
    await test.step(path, async () => {
      await page.goto(path)
      const { shift, moved } = await layoutShift(page)
      // Not zero: while it waits for data, a browser may render a half-loaded header.
      expect(shift, `${path} moved ${moved.join(' and ')}`).toBeLessThan(0.02)
      await expectNoViolations(page)
    })
  }
})

test('has no axe violations with search and suggestions open', async ({ page }) => {
  await page.goto('/')
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('ros')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible()
  await expectNoViolations(page)
})

test('has no axe violations with the cart open, empty and filled', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await page.getByRole('button', { name: 'Cart, 0 items' }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Close cart' }).click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(page.getByText('1 item in your cart')).toBeVisible()
  await expectNoViolations(page)
})

test('has no axe violations with the menu open', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'the menu is for narrow windows')
  await page.goto('/')
  await page.locator('summary').filter({ hasText: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectNoViolations(page)
})
