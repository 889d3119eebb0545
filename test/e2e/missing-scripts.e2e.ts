import type { Page } from '@playwright/test'
import { PAGE_MESSAGES } from '#contract/page-messages.ts'
import { PART_MESSAGES } from '#contract/part-messages.ts'
import { arrivesAtOrder, buyer, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { expect, fullyHydrated, holdBack, hydrated, rendered, test } from './shop-test.ts'

// The browser itself reports what it couldn't load.
test.use({ isConsoleQuiet: false })

const addButton = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
const cartOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })

test('says that the cart could not be loaded, and still counts it @phone', async ({ page }) => {
  await page.route('**/assets/cart-contents-*.js', (route) => route.abort())
  await page.goto('/products/pure-bloom?size=2oz')
  await addButton(page).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(cartOf(page).getByRole('alert')).toHaveText(PAGE_MESSAGES.cartFailed)
  await expect(cartOf(page).getByText('1 item in your cart')).toBeVisible()
  await page.unrouteAll()
  // The drawer is part of the address.
  await page.reload()
  await expect(cartOf(page).getByText('2oz · $34.00')).toBeVisible()
})

test('says that the review form could not be loaded, and tries again @phone', async ({ page }) => {
  await page.route('**/assets/review-form-*.js', (route) => route.abort())
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  const write = page.getByRole('button', { name: 'Write a review' })
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await write.click()
  await expect(dialog.getByRole('status')).toHaveText(PART_MESSAGES.reviewFormFailed)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.unrouteAll()
  await write.click()
  await expect(dialog.getByRole('button', { name: 'Submit Review' })).toBeVisible()
})

/** Each press requests again what could not be loaded. */
async function withoutScript(page: Page, name: string) {
  await page.route(`**/assets/${name}-*.js`, (route) => route.abort())
}

test('says that the checkout could not be loaded, and opens it on the next press @phone', async ({ page }) => {
  await withoutScript(page, 'checkout')
  await page.goto('/products/pure-bloom?size=2oz')
  await addButton(page).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const toCheckout = cartOf(page).getByRole('button', { name: 'Checkout' })
  await toCheckout.click()
  await expect(page.getByText(PAGE_MESSAGES.paymentScriptFailed)).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await toCheckout.click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeVisible()
})

test('says that the signup failed, and signs up on the next press @phone', async ({ page }) => {
  await withoutScript(page, 'request-signup')
  await page.goto('/')
  await fullyHydrated(page)
  const section = page.getByRole('region', { name: 'Ten percent for a first drop' })
  await section.getByRole('textbox', { name: 'Your email' }).fill(`late-${Date.now()}@example.com`)
  await section.getByRole('button', { name: 'Join' }).click()
  await expect(section.getByRole('status')).toHaveText(PAGE_MESSAGES.signupFailed)
  await page.unrouteAll()
  await section.getByRole('button', { name: 'Join' }).click()
  await expect(section.getByText('Welcome. Your 10% code is ready.')).toBeVisible()
})

test('says that a code in a link could not be applied @phone', async ({ page }) => {
  await withoutScript(page, 'code-link')
  await page.goto('/?code=BLOOM-2222-2222')
  await expect(page.getByText(PAGE_MESSAGES.discountCheckFailed)).toBeVisible()
})

test('submits a review even if the validation script could not be loaded @phone', async ({ page }) => {
  await withoutScript(page, 'submit-review')
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await dialog.getByRole('button', { name: 'Submit Review' }).click()
  // The server's response.
  await expect(dialog.getByText(PART_MESSAGES.ratingRequired)).toBeVisible()
})

test('opens the skin profile on the next press @phone', async ({ page }) => {
  await withoutScript(page, 'skin-profile-dialog')
  await page.goto('/shop-all')
  await hydrated(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/skin-profile-dialog-'))
  const mark = page.getByRole('main').getByRole('button', { name: 'Mark what isn’t for you' })
  await mark.click()
  await failed
  await page.unrouteAll()
  await expect(async () => {
    await mark.click()
    await expect(page.getByRole('dialog', { name: 'What isn’t for you' })).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('searches without suggestions @phone', async ({ page }) => {
  await withoutScript(page, 'suggestion-groups')
  await page.goto('/')
  await hydrated(page)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/suggestion-groups-'))
  await page.locator('summary').filter({ hasText: 'Search' }).click()
  const field = page.getByRole('combobox', { name: 'Search the shop' })
  await field.fill('rose')
  await failed
  await field.press('Enter')
  await expect(page).toHaveURL('/shop-all?search=rose')
})

test('shows the picture itself if the zoom could not be loaded @phone', async ({ page }) => {
  await withoutScript(page, 'picture-zoom')
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  await page.getByRole('link', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/\/pictures\/pure-bloom-.*\.webp$/)
})

test('keeps what the server rendered while its script is loading @phone', async ({ page }) => {
  const letGo = await holdBack(page, '**/assets/product-story-*.js')
  await page.goto('/products/pure-bloom?size=2oz')
  await hydrated(page)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const before = await reviews.innerText()
  await addButton(page).click()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
  expect(await reviews.innerText()).toBe(before)
  letGo()
  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(page.getByRole('dialog', { name: 'Write a review' })).toBeVisible()
})

test('repeats a press on a button once its script has loaded @phone', async ({ page }) => {
  const letGo = await holdBack(page, '**/assets/product-story-*.js')
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  await page.getByRole('button', { name: 'Write a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  expect(await dialog.isVisible()).toBe(false)
  letGo()
  await expect(dialog.getByRole('button', { name: 'Submit Review' })).toBeVisible()
})

test('leaves open what was opened before its script had loaded', async ({ page }) => {
  const letGo = await holdBack(page, '**/assets/product-story-*.js')
  await page.goto('/products/barrier-rescue-oil')
  await hydrated(page)
  await page.getByRole('link', { name: 'Read the full list (INCI)' }).click()
  const list = page.getByText(/^Simmondsia Chinensis/)
  await expect(list).toBeInViewport()
  letGo()
  await fullyHydrated(page)
  await expect(list).toBeInViewport()
})

test('shows a product whose lower half has no script, even after following a link @phone', async ({ page }) => {
  await page.route('**/assets/product-story-*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/product-story-'))
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  await page.getByText('Read reviews').hover()
  await page.mouse.down()
  // The press itself requests the script, which fails before the press ends.
  await failed
  await rendered(page)
  await page.mouse.up()
  await expect(page.getByLabel('Sort by')).toBeVisible()
  await page.goto('/shop-all')
  await hydrated(page)
  await page.getByRole('heading', { name: 'Barrier Rescue Oil' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Barrier Rescue Oil', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeVisible()
})

/** The cart, opened and closed in every way. Its first opening also loads its script. */
async function staysWithoutAsking(page: Page): Promise<void> {
  const address = page.url()
  const heading = await page.getByRole('heading', { level: 1 }).innerText()
  const opener = page.getByRole('button', { name: /^Cart/ })
  const closings = [
    () => cartOf(page).getByRole('button', { name: 'Close' }).click(),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]
  await opener.click()
  await expect(cartOf(page).getByText('Your cart is empty')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.context().setOffline(true)
  for (const close of closings) {
    if (!(await cartOf(page).isVisible())) await opener.click()
    await expect(cartOf(page)).toBeVisible()
    await close()
    await expect(cartOf(page)).toBeHidden()
    await expect(page).toHaveURL(address)
    await rendered(page)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading)
  }
  // Ignores scripts that are preloaded for later.
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([])
  await page.context().setOffline(false)
}

const PAGES = [
  '/',
  '/products/pure-bloom?size=2oz',
  '/shop-all',
  '/shop-all?search=dry+skin',
  '/facial-serums',
  '/product-guide/pure-bloom',
  '/routine-guide',
  '/skin-finder',
]

for (const path of PAGES) {
  test(`keeps ${path} when the cart is opened and closed without a network`, async ({ page }) => {
    await page.goto(path)
    await fullyHydrated(page)
    await staysWithoutAsking(page)
  })
}

test('keeps the page of an order when the cart is opened and closed without a network @wide', async ({ page }) => {
  const dialog = await openCheckout(page)
  await fillAddress(dialog, buyer('offline-order'))
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  // As opened by the link in an email.
  await page.reload()
  await fullyHydrated(page)
  await staysWithoutAsking(page)
})

test('keeps the home page when the checkout is closed without a network', async ({ page }) => {
  await page.goto('/')
  await fullyHydrated(page)
  await page.getByRole('button', { name: /^Add to Cart.*Pure Bloom/ }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await cartOf(page).getByRole('button', { name: 'Checkout' }).click()
  const checkout = page.getByRole('dialog', { name: 'Checkout' })
  await expect(checkout.getByLabel('First name')).toBeVisible()
  await page.context().setOffline(true)
  await checkout.getByRole('button', { name: 'Close' }).click()
  await expect(checkout).toBeHidden()
  await rendered(page)
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})
