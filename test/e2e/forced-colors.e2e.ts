import { expectMoreContrast, expectNoViolationsInForcedColors } from './axe.ts'
import { MISSING, ROUTES } from './routes.ts'
import { expect, test } from './shop-test.ts'

test('every page uses the system’s colors throughout, has no axe violations, and stays readable with more contrast @wide', async ({
  page,
}) => {
  // Three checks of forty pages.
  test.slow()
  // One tab for all pages: a new one for each would cost more than the checks.
  for (const path of [...ROUTES, ...MISSING]) {
    await test.step(path, async () => {
      await page.goto(path)
      await expectNoViolationsInForcedColors(page)
      await expectMoreContrast(page)
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
  const stars = page.locator('.stars').first()
  await expect(stars).toBeHidden()
  expect(await stars.evaluate((element) => getComputedStyle(element, '::before').visibility)).toBe('visible')
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
})

test('the active suggestion looks different from the others @phone', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  const input = page.getByRole('combobox', { name: 'Search the shop' })
  await input.fill('ros')
  const first = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option').first()
  await expect(first).toBeVisible()
  const idle = await first.screenshot()
  await input.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  expect(idle.equals(await first.screenshot())).toBe(false)
})

test('the current testimonials and the way to free shipping are visible by their shape @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/')
  const dots = page.getByRole('group', { name: 'Rotate testimonials' })
  const second = dots.getByRole('button', { name: /page 2 of/ })
  await second.scrollIntoViewIfNeeded()
  const idle = await second.screenshot()
  await dots.getByRole('button', { name: 'Next testimonials' }).click()
  await expect(second).toHaveAttribute('aria-current', 'true')
  await page.mouse.move(0, 0)
  expect(idle.equals(await second.screenshot())).toBe(false)
  await page.goto('/products/pure-bloom')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  const bar = cart.getByRole('progressbar', { name: 'Progress to free shipping' })
  const before = await bar.screenshot()
  await cart.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(cart.getByText('2 items in your cart')).toBeVisible()
  expect(before.equals(await bar.screenshot())).toBe(false)
})
