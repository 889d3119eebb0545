import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, holdBack, hydrated, test } from './shop-test.ts'

async function openSearch(page: Page) {
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  const input = page.getByRole('combobox', { name: 'Search the shop' })
  await expect(input).toBeFocused()
  return input
}

test('searches for the trimmed text on Enter, then clears and closes the box', async ({ page }) => {
  await page.goto('/about')
  const input = await openSearch(page)
  await input.fill('  rosehip  ')
  await input.press('Enter')
  await expect(page).toHaveURL('/shop-all?search=rosehip')
  await expect(page.getByRole('heading', { level: 1, name: 'Search Results for “rosehip”' })).toBeVisible()
  await expect(page.getByText(/^Found \d+ products$/)).toBeVisible()
  await expect(input).toBeHidden()
  await expect(await openSearch(page)).toHaveValue('')
})

test('ignores blank text @wide', async ({ page }) => {
  await page.goto('/about')
  const input = await openSearch(page)
  await input.fill('   ')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/about')
})

test('shows the fixed text and a hint for no results @phone', async ({ page }) => {
  await page.goto('/shop-all?search=zzzzzz')
  await expect(page.getByText('No products found matching your search.')).toBeVisible()
  await expect(page.getByText(/Try different keywords/)).toBeVisible()
})

test('leads a shopper who searches for returns to the page about them', async ({ page }) => {
  await page.goto('/shop-all?search=returns')
  await expectNoViolations(page)
  await page.getByRole('main').getByRole('link', { name: 'Shipping and returns' }).click()
  await expect(page).toHaveURL('/shipping-returns')
})

test('offers the closest matches and the collections if nothing matches everything', async ({ page }) => {
  await page.goto('/shop-all?search=shampoo+for+sensitive+skin')
  await expect(page.getByText('No products found matching your search.')).toBeVisible()
  const nearest = page.getByRole('region', { name: 'Closest matches' })
  await expect(nearest.getByRole('link', { name: 'Barrier Rescue Oil', exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('navigation', { name: 'Or browse' }).getByRole('link', { name: 'Body & Hair' }).click()
  await expect(page).toHaveURL('/body-hair')
})

test('says what the shop does not make, in suggestions and results', async ({ page }) => {
  await page.goto('/about')
  const input = await openSearch(page)
  await input.pressSequentially('sunscreen')
  const note = 'Our oils don’t contain sunscreen. Wear one on top.'
  await expect(page.getByRole('search').getByText(note).first()).toBeVisible()
  await expectNoViolations(page)
  await input.press('Enter')
  await expect(page.getByText('Found 0 products', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(note)).toBeVisible()
  await page.goto('/shop-all?search=eczema')
  await expect(page.getByText('Our oils are cosmetics and don’t treat skin conditions.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Barrier Rescue Oil', exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('leads a question to its answer @phone', async ({ page }) => {
  await page.goto('/shop-all?search=shelf+life')
  await page.getByRole('main').getByRole('link', { name: 'Do your oils expire?' }).click()
  await expect(page).toHaveURL(/\/faq#question-\d+$/)
  await expect(page.getByRole('heading', { name: 'Do your oils expire?' })).toBeInViewport()
})

test('offers no other oils if all have what is excluded @wide', async ({ page }) => {
  await page.goto('/shop-all?search=zzzzzz')
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await page.goto('/shop-all?search=vitamin+e+free')
  await expect(page.getByText('No products found matching your search.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toHaveCount(0)
})

test('understands needs, prices and exclusions @wide', async ({ page }) => {
  await page.goto('/shop-all?search=sensitive+skin')
  await expect(page.getByText('Found 5 products', { exact: true })).toBeVisible()
  // Each says something of its own.
  const lines = await page.getByText(/^Sensitive skin; /).allTextContents()
  expect(new Set(lines).size).toBe(5)
  await page.goto('/shop-all?search=gift+under+%2430')
  await expect(page.getByText('Found 2 products', { exact: true })).toBeVisible()
  await page.goto('/shop-all?search=hand+oil+almond+free')
  await expect(page.getByText('No products found matching your search.')).toBeVisible()
})

test('corrects a typo and says so @wide', async ({ page }) => {
  await page.goto('/shop-all?search=rosehp')
  await expect(page.getByText(/Found \d+ products for “rosehip”/)).toBeVisible()
})

test('moves through suggestions with the arrow keys @wide', async ({ page }) => {
  await page.goto('/')
  const input = await openSearch(page)
  await input.pressSequentially('pur')
  const option = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name: /Pure Bloom/ })
  await expect(option).toContainText('from $25.00')
  await input.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(input).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
  await expectNoViolations(page)
  await input.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pure Bloom' })).toBeVisible()
})

test('keeps the selection when a list arrives late @phone', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const input = await openSearch(page)
  await input.fill('bloo')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const option = page.getByRole('option', { name: /Pure Bloom/ })
  await expect(option).toBeVisible()
  const before = await options.count()
  const letGo = await holdBack(page, '**/api/suggestions?q=bloo+pure')
  await input.fill('bloo pure')
  while ((await option.getAttribute('aria-selected')) !== 'true') await input.press('ArrowDown')
  letGo()
  await expect.poll(() => options.count()).toBeLessThan(before)
  await expect(option).toHaveAttribute('aria-selected', 'true')
})

test('suggests oils with picture, price and rating, and the full list of results', async ({ page, isMobile }) => {
  await page.goto('/')
  const input = await openSearch(page)
  await input.pressSequentially('sensitive')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const oils = list.getByRole('group', { name: 'Oils' }).getByRole('option')
  await expect(oils).toHaveCount(isMobile ? 3 : 4)
  await expect(oils.first()).toContainText('Barrier Rescue Oil')
  await expect(oils.first()).toContainText('from $35.00')
  await expect(oils.first().locator('img')).toBeVisible()
  const all = list.getByRole('option', { name: 'See all 5 results' })
  await expect(all).toBeInViewport()
  await expectNoViolations(page)
  if (isMobile) {
    // A phone's keyboard takes up to 300 of these 740 pixels.
    const { y = 0, height = 0 } = (await all.boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(440)
  }
  await input.press('ArrowUp')
  await expect(all).toHaveAttribute('aria-selected', 'true')
  await input.press('Enter')
  await expect(page).toHaveURL('/shop-all?search=sensitive')
  await expect(page.getByText('Found 5 products')).toBeVisible()
})

test('keeps the link to all results in reach below a sentence', async ({ page, isMobile }) => {
  await page.goto('/')
  const input = await openSearch(page)
  await input.pressSequentially('eczema')
  await expect(page.getByRole('search').getByText('don’t treat skin conditions').first()).toBeVisible()
  const all = page.getByRole('option', { name: /^See/ })
  await expect(all).toBeInViewport({ ratio: 0.95 })
  const { y = 0, height = 0 } = (await all.boundingBox()) ?? {}
  if (isMobile) expect(y + height).toBeLessThanOrEqual(440)
})

for (const typed of ['dry skin', 'acne'])
  test(`keeps the active suggestion for “${typed}” in view, above the link to all results`, async ({ page }) => {
    await page.setViewportSize({ ...(page.viewportSize() ?? { width: 0 }), height: 625 })
    await page.goto('/')
    const input = await openSearch(page)
    await input.pressSequentially(typed)
    const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    const all = options.last()
    await expect(all).toHaveText(/^See/)
    await expect(all).toBeInViewport({ ratio: 0.95 })
    for (const option of (await options.all()).slice(0, -1)) {
      await input.press('ArrowDown')
      await expect(option).toHaveAttribute('aria-selected', 'true')
      const name = await option.innerText()
      await expect(option, name).toBeInViewport({ ratio: 0.95 })
      const [{ y = 0, height = 0 }, link] = [(await option.boundingBox()) ?? {}, await all.boundingBox()]
      expect(y + height, name).toBeLessThanOrEqual((link?.y ?? 0) + 1)
    }
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

test('clears the field with a button, and closes the suggestions with a click beside them', async ({ page }) => {
  await page.goto('/')
  const input = await openSearch(page)
  const clear = page.getByRole('button', { name: 'Clear', exact: true })
  await expect(clear).toBeHidden()
  await input.pressSequentially('ros')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await clear.click()
  await expect(input).toHaveValue('')
  await expect(input).toBeFocused()
  await expect(options).toHaveCount(0)
  await input.pressSequentially('ros')
  await expect(options.first()).toBeVisible()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  // Not the page below: that is behind a veil.
  await page.mouse.click(width / 2, height - 20)
  await expect(options).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('puts ingredients and guides in one column next to the oils @wide', async ({ page }) => {
  await page.goto('/about')
  const input = await openSearch(page)
  await input.pressSequentially('dry skin')
  const box = async (name: string) => {
    const group = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('group', { name })
    await expect(group).toBeVisible()
    return (await group.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const [oils, ingredients, guides] = [await box('Oils'), await box('Ingredients'), await box('Guides')]
  expect(guides.x).toBe(ingredients.x)
  expect(guides.x).toBeGreaterThan(oils.x + oils.width)
  expect(guides.y).toBeLessThan(oils.y + oils.height)
})

test('closes the suggestions when the Tab key leaves the box @wide', async ({ page }) => {
  await page.goto('/')
  const input = await openSearch(page)
  await input.pressSequentially('ros')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await input.press('Tab')
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeFocused()
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
})

test('closes the suggestions first, then the box, on Escape', async ({ page }) => {
  await page.goto('/')
  const input = await openSearch(page)
  await input.pressSequentially('ros')
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await input.press('Escape')
  await expect(options).toHaveCount(0)
  await input.press('Escape')
  await expect(input).toBeHidden()
})
