import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, fullyHydrated, hydrated, test } from './shop-test.ts'

const PRODUCT = '/products/pure-bloom?size=2oz'

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const bar = (page: Page) => page.locator('#header-bar')
const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })

async function openProduct(page: Page, path = PRODUCT): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** As by hand: in steps, with an event for each. */
async function scrollPage(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
  // Scroll anchoring keeps what is in view in place, so the page scrolls by a pixel if something above it moves.
  await expect.poll(() => page.evaluate((y) => Math.abs(scrollY - y), top)).toBeLessThan(2)
}

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('not on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('adding while scrolled down brings back the header, with a toast below it that links to the cart', async ({
  page,
  isMobile,
}) => {
  await openProduct(page)
  await scrollPage(page, 600)
  await expect(bar(page)).not.toBeInViewport()
  await addButton(page).dispatchEvent('click')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  const toast = page.locator('.toast')
  await expect(toast.getByText('Pure Bloom added to cart!')).toBeVisible()
  await expect(toast.getByText('2oz · $34.00')).toBeVisible()
  await expect(toast.locator('img').last()).toBeVisible()
  // Hovering keeps it open.
  await toast.hover()
  expect(await overlap(toast, bar(page))).toBe(false)
  if (isMobile) expect(await overlap(toast, page.locator('.buy-bar'))).toBe(false)
  await expectNoViolations(page)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'View cart' }).click()
  await expect(drawerOf(page).getByText('1 item in your cart')).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a toast that is left alone disappears after four seconds @phone', async ({ page }) => {
  const start = new Date('2026-11-16T12:00:00-07:00')
  await page.clock.install({ time: start })
  await openProduct(page)
  // Otherwise the clock keeps running, and a slow machine uses up the four seconds.
  await page.clock.pauseAt(new Date(start.getTime() + 60 * 60 * 1000))
  await addButton(page).click()
  await expect(page.locator('.toast')).toBeVisible()
  await page.clock.runFor(3900)
  await expect(page.locator('.toast')).toBeVisible()
  await page.clock.runFor(200)
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('the header hides when scrolling down, returns when scrolling up, and moves nothing else', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shifts', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(globalThis, 'shifts', Reflect.get(globalThis, 'shifts') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openProduct(page, '/ingredients')
  const heading = page.getByRole('heading', { level: 1 })
  const place = () => heading.evaluate((element) => Math.round(element.getBoundingClientRect().top + scrollY))
  const before = await place()
  await expect(bar(page)).toBeInViewport()
  await scrollPage(page, 900)
  await expect(bar(page)).not.toBeInViewport()
  await scrollPage(page, 800)
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await scrollPage(page, 1000)
  await expect(bar(page)).not.toBeInViewport()
  await scrollPage(page, 0)
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  expect(await place()).toBe(before)
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts') as number)).toBeLessThan(0.01)
  // Last, because a font that loaded late is swapped in when the color scheme changes.
  await scrollPage(page, 900)
  await expect(bar(page)).not.toBeInViewport()
  await scrollPage(page, 800)
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page)
})

test('the keyboard reaches the header wherever the page is scrolled to @wide', async ({ page }) => {
  await openProduct(page, '/ingredients')
  await scrollPage(page, 900)
  await expect(bar(page)).not.toBeInViewport()
  await page.getByRole('button', { name: 'Cart, 0 items' }).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeFocused()
})

test('an anchor above is not covered by the returning header, which does not slide with reduced motion', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openProduct(page)
  await scrollPage(page, await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - 50))
  await expect(bar(page)).not.toBeInViewport()
  expect(await bar(page).evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0s')
  await page.evaluate(() => {
    location.hash = '#reviews'
  })
  const target = page.locator('#reviews')
  await expect(target).toBeInViewport()
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  const [edge, top] = await Promise.all([
    bar(page).evaluate((element) => element.getBoundingClientRect().bottom),
    target.evaluate((element) => element.getBoundingClientRect().top),
  ])
  expect(top).toBeGreaterThanOrEqual(edge)
})

test('Back closes the drawer, and Forward opens it again @phone', async ({ page }) => {
  await openProduct(page)
  await page.getByRole('button', { name: 'Cart, 0 items' }).click()
  await expect(drawerOf(page)).toBeVisible()
  await page.goBack()
  await expect(drawerOf(page)).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/products/pure-bloom')
  await page.goForward()
  await expect(drawerOf(page)).toBeVisible()
  // Closing goes back as well, so the drawer never accumulates in the history.
  await drawerOf(page).getByRole('button', { name: 'Close cart' }).click()
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL(PRODUCT)
  await page.getByRole('button', { name: 'Cart, 0 items' }).click()
  await expect(drawerOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL(PRODUCT)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('the drawer opens again however soon after it was closed @phone', async ({ page }) => {
  await openProduct(page)
  await page.getByRole('button', { name: /^Cart, / }).click()
  await expect(drawerOf(page)).toBeVisible()
  // Before the browser has gone back to the entry without the drawer.
  await drawerOf(page).evaluate((dialog: HTMLDialogElement) => {
    const cart = Array.from(document.querySelectorAll('button')).find(({ textContent }) =>
      textContent.includes('Cart, '),
    )
    if (!cart) throw new Error('no cart button')
    dialog.addEventListener('close', () => queueMicrotask(() => cart.click()), { once: true })
    dialog.close()
  })
  await expect(drawerOf(page)).toBeVisible()
  await page.goBack()
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL(PRODUCT)
})

test('following any link from the drawer leaves no drawer behind for Back @wide', async ({ page }) => {
  await openProduct(page, '/shop-all')
  await openProduct(page)
  await addButton(page).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await drawerOf(page).getByRole('link', { name: 'Pure Bloom' }).click()
  await expect(drawerOf(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(PRODUCT)
  await expect(drawerOf(page)).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/shop-all')

  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  await expect(checkout).toBeVisible()
  await page.goBack()
  await expect(checkout).toBeHidden()
  await expect(drawerOf(page)).toBeHidden()
  await expect(page).toHaveURL('/shop-all')
})

test('closing a dialog opened by a link stays in the shop @wide', async ({ page }) => {
  await openProduct(page)
  await addButton(page).click()
  await page.goto('about:blank')
  await page.goto('/shop-all#cart')
  await expect(drawerOf(page)).toBeVisible()
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await page.getByRole('button', { name: 'Close checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeHidden()
  await expect(page).toHaveURL('/shop-all')
})

test('a toast covers neither Checkout nor a title', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // A phone would open its share sheet.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'canShare'))
  await openProduct(page)
  await addButton(page).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await drawerOf(page).getByRole('button', { name: 'Share this cart' }).click()
  const toast = page.locator('.toast')
  await expect(toast.getByText('Link copied')).toBeVisible()
  expect(await overlap(toast, drawerOf(page).getByRole('button', { name: 'Checkout' }))).toBe(false)
  expect(await overlap(toast, drawerOf(page).getByRole('heading', { name: 'Shopping Cart' }))).toBe(false)
  await expectNoViolations(page)
  await drawerOf(page).getByRole('button', { name: 'Share this cart' }).click()
  await drawerOf(page).getByRole('button', { name: 'Checkout' }).click()
  await expect(toast.getByText('Link copied')).toBeVisible()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  expect(await overlap(toast, checkout.getByRole('heading', { name: 'Checkout' }))).toBe(false)
  expect(await overlap(toast, checkout.getByRole('button', { name: 'PAY NOW' }))).toBe(false)
})

test('the distance to free shipping counts what is in the cart', async ({ page }) => {
  await openProduct(page)
  const promise = page.locator('.promises').getByText('free shipping')
  await fullyHydrated(page)
  await expect(promise).toHaveText('Add this and you’re $41.00 away from free shipping')
  await addButton(page).click()
  await expect(promise).toHaveText('You’re $41.00 away from free shipping')
  await openProduct(page, '/products/floral-wood-body-oil')
  await fullyHydrated(page)
  await expect(promise).toHaveText('Add this and you’ve got free shipping')
  await addButton(page).click()
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  await expect(drawerOf(page).getByText('You’ve got free shipping')).toBeVisible()
  await expectNoViolations(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the header scrolls away with the page @phone', async ({ page }) => {
    await page.goto('/ingredients')
    await expect(bar(page)).toBeInViewport()
    await page.mouse.wheel(0, 900)
    await expect(bar(page)).not.toBeInViewport()
  })
})
