import type { Locator } from '@playwright/test'
import { MESSAGES } from '../../src/contract/messages.ts'
import { expect, hydrated, test } from './shop-test.ts'

test('shows all sections of the home page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Free Shipping on Orders Over $75')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Build your routine' })).toHaveAttribute('href', '/skin-finder')
  for (const name of ['Shop by Need', 'Featured Products', 'What we leave out is the recipe', 'Kind words']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  for (const badge of ['Staff Pick', 'Low Stock', 'Customer Favorite']) {
    await expect(page.getByRole('button', { name: badge })).toBeVisible()
  }
})

test('keeps the words of the welcome off the bottles @wide', async ({ page }) => {
  for (const width of [768, 900, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    const edges = await page
      .getByRole('region', { name: 'Welcome' })
      .locator('h1, p')
      .evaluateAll((all) =>
        all.map((text) => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return range.getBoundingClientRect().right / innerWidth
        }),
      )
    // The first bottle begins at 44% of the picture.
    expect(Math.max(...edges), `at ${width}`).toBeLessThan(0.42)
  }
})

test('keeps heads and selling points on the margin of the page, however wide the window @wide', async ({ page }) => {
  const left = async (place: Locator) => Math.round((await place.boundingBox())?.x ?? NaN)
  const margin = () => left(page.getByRole('banner').getByRole('link', { name: 'Bloomera' }))
  for (const width of [1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/about', '/facial-serums', '/contact']) {
      await page.goto(path)
      const head = page.getByRole('heading', { level: 1 })
      expect(await left(head), `${path} at ${width}`).toBe(await margin())
      const pictures = page.locator('.wrap').filter({ has: head }).locator('picture').first()
      if ((await pictures.count()) === 0) continue
      const { x = NaN, width: size = NaN } = (await pictures.boundingBox()) ?? {}
      // In a narrower window it reaches the edge.
      expect(x + size, `${path} at ${width}`).toBeLessThanOrEqual(width > 1312 ? width - (await margin()) + 1 : width)
    }
    await page.goto('/')
    expect(await left(page.getByText('All botanical')), `at ${width}`).toBe(await margin())
  }
})

test('explains how a badge was chosen', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('button', { name: 'Low Stock' }).focus()
  const reason = page.getByText('The fewest bottles left on our shelf')
  await expect(reason).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reason).toBeHidden()
})

test('follows every link of the header and marks the current page', async ({ page, isMobile }) => {
  const links = [
    ['Shop All', 'Shop All'],
    ['Facial Serums', 'Facial Serums'],
    ['Focus Care', 'Focus Care'],
    ['Body & Hair', 'Body & Hair Collection'],
    ['Routine Guide', 'Routine Guide'],
    ['Product Guide', 'Product Guide'],
    ['Glossary', 'Ingredient Glossary'],
    ['Contact', 'Contact'],
  ] as const
  await page.goto('/')
  for (const [name, heading] of links) {
    if (isMobile) await page.locator('summary').filter({ hasText: 'Menu' }).click()
    const navigation = page.getByRole('navigation', { name: isMobile ? 'Menu' : 'Main' })
    await navigation.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    if (isMobile) await expect(navigation).toBeHidden()
    else await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
})

test('never overlaps menu and search, and closes the menu on Escape', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'the menu is for narrow windows')
  await page.goto('/')
  await hydrated(page)
  const button = page.locator('summary').filter({ hasText: 'Menu' })
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const search = page.getByRole('combobox', { name: 'Search the shop' })
  await button.click()
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  await expect(search).toBeFocused()
  await expect(menu).toBeHidden()
  await button.click()
  await expect(menu).toBeVisible()
  await expect(search).toBeHidden()
  await menu.getByRole('link', { name: 'Glossary' }).press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
})

test('starts a new page at the top and restores the scroll position on Back', async ({ page }) => {
  await page.goto('/shop-all')
  const link = page.getByRole('link', { name: 'Vanilla Sun Body Oil', exact: true })
  await link.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(500)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Vanilla Sun Body Oil' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop All' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 50)
})

test('scrolls to a linked section', async ({ page }) => {
  await page.goto('/shop-all#body-hair')
  await expect(page.getByRole('heading', { level: 2, name: 'Body & Hair' })).toBeInViewport()
})

test('selects the size in the address, and updates the address on a choice @wide', async ({ page }) => {
  await page.goto('/products/bloomera-hair-skin-restore?size=4oz')
  await expect(page.getByRole('radio', { name: '4oz' })).toBeChecked()
  await page.getByText('2oz', { exact: true }).click()
  await expect(page).toHaveURL(/\?size=2oz$/)
  await expect(page.getByRole('radio', { name: '2oz' })).toBeChecked()
  await page.goto('/products/bloomera-hair-skin-restore?size=9oz')
  await expect(page.getByRole('radio', { name: '1oz' })).toBeChecked()
})

test('opens the reviews from the rating under the name', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await expect(page.getByText(/^Read reviews \(\d+\)$/)).toBeVisible()
  await page
    .getByRole('link', { name: /out of 5/ })
    .first()
    .click()
  await expect(page.getByText('Hide Reviews')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Reviews' })).toBeInViewport()
  await page.getByText('Hide Reviews').click()
  await expect(page).toHaveURL('/products/pure-bloom')
  await page
    .getByRole('link', { name: /out of 5/ })
    .first()
    .click()
  await expect(page.getByText('Hide Reviews')).toBeVisible()
})

test('says so when an oil has no reviews @phone', async ({ page }) => {
  await page.goto('/products/orchard-hand-cuticle-oil')
  await expect(page.getByText('No reviews yet').first()).toBeVisible()
  await expect(page.getByText('No one has reviewed this oil yet.')).toBeVisible()
})

test('shows the fixed screen and toast for an unknown product @wide', async ({ page }) => {
  await page.goto('/products/unknown')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible()
  await expect(page.getByRole('status').getByText('Product not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Shop' }).click()
  await expect(page).toHaveURL('/shop-all')
})

test('filters out an ingredient and keeps it in the address @phone', async ({ page }) => {
  await page.goto('/shop-all')
  await expect(page.getByRole('status').getByText('16 oils')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Essential oils' }).check()
  await expect(page).toHaveURL(/without=essential-oils/)
  await expect(page.getByRole('link', { name: 'Neroli Dusk Body Oil', exact: true })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Essential oils' })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Filter · 1' }).click()
  await expect(page.getByRole('checkbox', { name: 'Essential oils' })).toBeChecked()
  await page.getByRole('link', { name: 'Clear all' }).last().click()
  await expect(page.getByRole('status').getByText('16 oils')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Essential oils' })).not.toBeChecked()
})

test('keeps filter and page of the reviews in the address @wide', async ({ page }) => {
  await page.goto('/reviews')
  await expect(page.getByText(/^Showing 1-12 of \d+ reviews$/)).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/^Showing 13-24 of \d+ reviews$/)).toBeVisible()
  const show = page.getByRole('combobox', { name: 'Show' })
  await show.focus()
  await show.selectOption('Brand Testimonials')
  await expect(page).toHaveURL(/product=brand/)
  await expect(page.getByText(/^Showing 1-\d+ of \d+ reviews$/)).toBeVisible()
  await expect(show).toBeFocused()
  await page.goBack()
  await expect(page.getByText(/^Showing 13-24 of \d+ reviews$/)).toBeVisible()
  await expect(show).toHaveValue('')
  await page.goto('/reviews?page=999')
  await expect(page.getByText(/^Showing \d+-(\d+) of \1 reviews$/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')).toBeVisible()
  await page.goto('/reviews?product=orchard-hand-cuticle-oil')
  await expect(page.getByText('No reviews found matching your filter')).toBeVisible()
})

test('goes from home to a product and back with the keyboard alone', async ({ page, isMobile }) => {
  test.skip(isMobile, 'phones have no Tab key')
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  const product = page.getByRole('link', { name: 'Pure Bloom', exact: true })
  for (
    let presses = 0;
    presses < 40 && !(await product.evaluate((link) => link === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pure Bloom' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Featured Products' })).toBeVisible()
})

test('a collection that loads slowly says what is loading', async ({ page, isMobile }) => {
  await page.goto('/about')
  await hydrated(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/focus-care.data*', async (route) => {
    await held
    await route.continue()
  })
  if (isMobile) await page.locator('summary').filter({ hasText: 'Menu' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Focus Care', exact: true }).first().click()
  const text = page.getByRole('status').getByText('Loading focus care products...')
  await expect(text).toHaveCSS('opacity', '1')
  await expect(text).toBeInViewport()
  letGo()
  await expect(page.getByRole('heading', { level: 1, name: 'Focus Care' })).toBeVisible()
  await expect(text).toHaveCount(0)
})

test('reviews of an unknown oil are an empty list, not all reviews @phone', async ({ page }) => {
  await page.goto('/reviews?product=unknown')
  await expect(page.getByText('No reviews found matching your filter')).toBeVisible()
  await hydrated(page)
  await expect(page).toHaveURL('/reviews?product=unknown')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Pure Bloom')
  await expect(page.getByText(/^Showing 1-\d+ of \d+ reviews$/)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('supports search, filters, menu and folds', async ({ page, isMobile }) => {
    await page.goto('/')
    if (isMobile) {
      await page.locator('summary').filter({ hasText: 'Menu' }).click()
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
      await page.goto('/')
    }
    await page.locator('summary').filter({ hasText: 'Search' }).click()
    await page.getByRole('combobox', { name: 'Search the shop' }).fill('tamanu')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Search Results for “tamanu”' })).toBeVisible()
    await page.goto('/shop-all')
    if (isMobile) await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('checkbox', { name: 'Nuts' }).check()
    await page.getByRole('button', { name: isMobile ? /^Show/ : 'Apply' }).click()
    await expect(page).toHaveURL(/without=nuts/)
    await page.goto('/products/pure-bloom')
    await page.locator('summary').filter({ hasText: 'How to use' }).click()
    await expect(page.locator('details').filter({ hasText: 'How to use' })).toHaveAttribute('open')
    // Located by element: text locators ignore noscript.
    await expect(page.locator('.buy-bar + noscript p')).toBeVisible()
  })

  test('the cart in the header says why it is empty, and how to order instead', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Cart, 0 items' }).click()
    const drawer = page.getByRole('dialog', { name: 'Shopping Cart' })
    await expect(drawer).toBeVisible()
    // Located by element: text locators ignore noscript.
    await expect(drawer.locator('noscript p')).toBeVisible()
    await drawer.locator('noscript a').click()
    await expect(page).toHaveURL('/contact')
    await page.goBack()
    await page.getByRole('button', { name: 'Cart, 0 items' }).click()
    await drawer.getByRole('button', { name: 'Close cart' }).click()
    await expect(drawer).toBeHidden()
  })

  test('a missing order is reported on a page @wide', async ({ page }) => {
    await page.goto('/order')
    await page.getByRole('textbox', { name: 'Order number' }).fill('BLM-22222222-2222')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.com')
    await page.getByRole('button', { name: 'Find my order' }).click()
    await expect(page.getByRole('alert')).toHaveText(MESSAGES.orderNotFound)
    await page.getByRole('link', { name: 'Back to the form' }).click()
    await expect(page).toHaveURL('/order')
  })
})
