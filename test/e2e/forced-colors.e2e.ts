import { expectNoViolations, expectNoViolationsInForcedColors } from './axe.ts'
import { MISSING, ROUTES } from './routes.ts'
import { expect, test } from './shop-test.ts'

test('every page uses the system’s colors throughout, and has no axe violations @wide', async ({ page }) => {
  // One tab for all pages: a new one for each would cost more than the checks.
  for (const path of [...ROUTES, ...MISSING]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectNoViolationsInForcedColors(page)
    })
  }
})

test('so do suggestions, the cart and the checkout @phone', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('ros')
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()).toBeVisible()
  await expectNoViolationsInForcedColors(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(page.getByText('1 item in your cart')).toBeVisible()
  await expectNoViolationsInForcedColors(page)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeVisible()
  await expectNoViolationsInForcedColors(page)
})

test('a selected choice is visible by its shape @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/products/pure-bloom')
  const tile = page.locator('.size-tile').filter({ has: page.getByRole('radio', { checked: true }) })
  const mark = await tile.locator('.size-name').evaluate((name) => getComputedStyle(name, '::before').content)
  expect(mark).toContain('✓')
  expect(await tile.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('2px')
  await expect(page.locator('.star-empty').first()).toBeHidden()
})

test('a visitor who asks for more contrast gets stronger lines and notes, in the dark scheme too @wide', async ({
  page,
}) => {
  await page.goto('/products/pure-bloom')
  const colors = () =>
    page.evaluate(() => {
      const styles = getComputedStyle(document.documentElement)
      const [line, edge, soft, text] = ['line', 'edge', 'soft', 'bark'].map((name) =>
        styles.getPropertyValue(`--color-${name}`),
      )
      return { isLineAnEdge: line === edge, isSoftText: soft === text }
    })
  expect(await colors()).toEqual({ isLineAnEdge: false, isSoftText: false })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', colorScheme })
    expect(await colors(), colorScheme).toEqual({ isLineAnEdge: true, isSoftText: true })
  }
  await page.emulateMedia({ contrast: 'more', colorScheme: 'light' })
  await expectNoViolations(page)
})
