import type { BrowserContext, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { expect, hydrated, test } from './shop-test.ts'

const ALMOND = 'Contains sweet almond oil, which you leave out'

function remember(target: Page | BrowserContext, stored: string): Promise<unknown> {
  return target.addInitScript((text) => localStorage.setItem('bloomera-skin', text), stored)
}

const NUTS = JSON.stringify({ skin: 'sensitive', without: ['nuts', 'stone-fruit'] })

test('is set in a small dialog, shows marks everywhere, and is cleared with one tap', async ({ page }) => {
  await page.goto('/shop-all')
  await hydrated(page)
  await expect(page.getByText(ALMOND).first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Clear your skin profile' })).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Mark what isn’t for you' }).click()
  const dialog = page.getByRole('dialog', { name: 'What isn’t for you' })
  await dialog.getByRole('radio', { name: 'Sensitive' }).check()
  await dialog.getByRole('checkbox', { name: 'Nuts' }).check()
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Save on this device' }).click()
  await expect(dialog).toHaveCount(0)
  const card = page.getByRole('article').filter({ hasText: 'Orchard Hand & Cuticle Oil' })
  await expect(card.getByText(ALMOND)).toBeVisible()
  await expect(card.getByText('Not listed for your skin type')).toBeHidden()
  const other = page.getByRole('article').filter({ hasText: 'Pure Bloom' })
  await expect(other.getByText('Not listed for your skin type')).toBeVisible()
  await expectNoViolations(page)
  await page.reload()
  await expect(card.getByText(ALMOND)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear your skin profile' }).click()
  await expect(card.getByText(ALMOND)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('bloomera-skin'))).toBeNull()
})

test('marks search results, suggestions, a product, the glossary and the cart', async ({ page }) => {
  await remember(page, NUTS)
  await page.goto('/shop-all?search=hands')
  await expect(page.getByRole('article').getByText(ALMOND)).toBeVisible()
  // What is typed before then is searched for on Enter, without suggestions.
  await hydrated(page)
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('orchard')
  await expect(page.getByRole('option', { name: /Orchard/ }).getByText(ALMOND)).toBeVisible()
  await page.getByRole('combobox', { name: 'Search the shop' }).fill('sweet almond')
  await expect(page.getByRole('option', { name: /^Sweet Almond Oil/ }).getByText('You leave this out')).toBeVisible()
  await page.goto('/ingredients/sweet-almond-oil')
  await expect(page.getByText('You leave this out')).toBeVisible()
  await page.goto('/ingredients#sweet-almond-oil')
  await expect(page.locator('#sweet-almond-oil').getByText('You leave this out')).toBeVisible()
  await expect(page.locator('#jojoba-oil').getByText('You leave this out')).toHaveCount(0)
  await page.goto('/products/orchard-hand-cuticle-oil')
  await hydrated(page)
  await expect(page.getByText(ALMOND).first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText(ALMOND)).toBeVisible()
  await expectNoViolations(page)
  await cart.getByRole('button', { name: 'Checkout' }).click()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  await expect(checkout).toBeVisible()
  // On a phone the summary is folded.
  const fold = checkout.locator('summary').filter({ hasText: 'Order summary' })
  if (await fold.isVisible()) await fold.click()
  await expect(checkout.getByText(ALMOND)).toBeVisible()
})

test('marks the oils of a routine, and the one that a product page suggests as a pair @wide', async ({ page }) => {
  await remember(page, JSON.stringify({ skin: 'oily', without: ['essential-oils', 'stone-fruit'] }))
  const petal = 'Contains apricot kernel oil, which you leave out'
  await page.goto('/skin-finder?want=all&skin=unsure&without=none&scent=any')
  const step = page.getByRole('article').filter({ hasText: 'Petal Renewal Serum' })
  await expect(step.getByText(petal)).toBeVisible()
  await page.goto('/skin-finder?want=dry&skin=irritated&without=nuts&scent=unscented')
  await expect(page.getByRole('complementary').getByText('Not listed for your skin type')).toBeVisible()
  await page.goto('/products/pure-bloom')
  const routine = page.getByRole('region', { name: 'A quiet routine of two' })
  await expect(
    routine.getByRole('article').filter({ hasText: 'Petal Renewal Serum' }).locator('.mark:visible'),
  ).not.toHaveCount(0)
  await page.goto('/product-guide')
  await expect(page.getByRole('article').filter({ hasText: 'Petal Renewal Serum' }).getByText(petal)).toBeVisible()
  await page.goto('/product-guide/petal-renewal-serum')
  await expect(page.getByText(petal)).toBeVisible()
})

test('an older cart learns what is in its bottles @wide', async ({ page }) => {
  await remember(page, NUTS)
  await page.addInitScript(() => {
    const line = { id: 'orchard-hand-cuticle-oil-single', productId: 'orchard-hand-cuticle-oil', quantity: 1 }
    const item = { ...line, name: 'Orchard Hand & Cuticle Oil', price: 2600, image: 'orchard-hand-cuticle-oil' }
    localStorage.setItem('bloomera-cart', JSON.stringify({ version: 1, items: [item] }))
  })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' }).getByText(ALMOND)).toBeVisible()
})

test('is saved from the finder, and applies in both tabs @wide', async ({ page, context }) => {
  const second = await context.newPage()
  await second.goto('/products/orchard-hand-cuticle-oil')
  await page.goto('/skin-finder?want=dry&skin=irritated&without=nuts&scent=any')
  await hydrated(page)
  const box = page.getByRole('checkbox', { name: 'Remember this on this device' })
  await expect(box).not.toBeChecked()
  await box.check()
  await expect(second.getByText(ALMOND).first()).toBeVisible()
  await second.getByRole('contentinfo').getByRole('button', { name: 'Clear your skin profile' }).click()
  await expect(box).not.toBeChecked()
  await expect(second.getByText(ALMOND).first()).toBeHidden()
})

test('never leaves the browser @phone', async ({ page, context }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`)
  })
  await page.goto('/shop-all')
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Mark what isn’t for you' }).click()
  await page.getByRole('radio', { name: 'Mature' }).check()
  await page.getByRole('checkbox', { name: 'Stone fruit kernels' }).check()
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await page.getByRole('link', { name: 'Pure Bloom' }).last().click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeVisible()
  await page.goto('/ingredients')
  await page.goto('/reviews')
  await page.waitForLoadState('networkidle')
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.filter((text) => /mature|stone-fruit|bloomera-skin/i.test(text))).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).toEqual([])
})

test('is applied before anything can be painted @wide', async ({ page }) => {
  await remember(page, NUTS)
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.body) return
      observer.disconnect()
      const { skin, without } = document.documentElement.dataset
      sessionStorage.setItem('known', `${skin}: ${without}`)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/shop-all')
  expect(await page.evaluate(() => sessionStorage.getItem('known'))).toBe('sensitive: nuts stone-fruit')
})

test('moves nothing on load, and ignores what it can’t read', async ({ page, browser }) => {
  await remember(page, NUTS)
  for (const path of ['/shop-all', '/products/orchard-hand-cuticle-oil', '/ingredients']) {
    await page.goto(path)
    const { shift, moved } = await layoutShift(page)
    expect(shift, `${path} moved ${moved.join(' and ')}`).toBeLessThan(0.02)
  }
  for (const garbage of ['{', '[]', 'null', '42', '{"skin":7,"without":"nuts"}', '{"without":[{}]}']) {
    const context = await browser.newContext()
    await remember(context, garbage)
    const other = await context.newPage()
    await other.goto('/products/orchard-hand-cuticle-oil')
    await expect(other.getByText(ALMOND).first()).toBeHidden()
    await expect(other.getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
    await context.close()
  }
})

test('breaks nothing if storage is blocked @phone', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('refused', 'SecurityError')
    }
    Object.defineProperty(globalThis, 'localStorage', { get: refuse })
  })
  await page.goto('/products/orchard-hand-cuticle-oil')
  await hydrated(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Mark what isn’t for you' }).click()
  await page.getByRole('checkbox', { name: 'Nuts' }).check()
  await page.getByRole('button', { name: 'Save on this device' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('shows its marks in forced colors @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await remember(page, NUTS)
  await page.goto('/products/orchard-hand-cuticle-oil')
  const mark = page.getByText(ALMOND).first()
  await expect(mark).toBeVisible()
  expect(await mark.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('3px')
})
