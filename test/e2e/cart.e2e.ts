import { expect, hydrated, test } from './shop-test.ts'

test('adds an oil with a toast, and keeps the cart across a reload', async ({ page }) => {
  await page.goto('/products/pure-bloom?size=2oz')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Pure Bloom added to cart!')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('1 item in your cart')).toBeVisible()
  await expect(cart.getByText('2oz · $34.00')).toBeVisible()
  await expect(cart.getByText('$41.00')).toBeVisible()
})

test('keeps the totals right with plus, minus and remove @phone', async ({ page }) => {
  await page.goto('/products/floral-wood-body-oil')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('$29.00')).toBeVisible()
  // Checked at once: it would disappear on its own eventually.
  expect(await page.getByText('added to cart!').count()).toBe(0)
  await cart.getByRole('button', { name: 'Increase quantity of Floral Wood Body Oil' }).click()
  await expect(cart.getByText('2 items in your cart')).toBeVisible()
  await expect(cart.getByText('You’ve got free shipping')).toBeVisible()
  await cart.getByRole('button', { name: 'Decrease quantity of Floral Wood Body Oil' }).click()
  await cart.getByRole('button', { name: 'Remove Floral Wood Body Oil' }).click()
  await expect(cart.getByText('Your cart is empty')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
})

test('shows the lines and the checkout button in a short window', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 375 })
  await page.goto('/products/floral-wood-body-oil')
  await hydrated(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByRole('link', { name: 'Floral Wood Body Oil' })).toBeInViewport({ ratio: 1 })
  await cart.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByRole('dialog', { name: 'Checkout' })).toBeVisible()
})

test('moves the focus when a line is removed', async ({ page }) => {
  for (const slug of ['floral-wood-body-oil', 'vanilla-sun-body-oil']) {
    await page.goto(`/products/${slug}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await cart.getByRole('button', { name: 'Remove Floral Wood Body Oil' }).press('Enter')
  await expect(cart.getByRole('link', { name: 'Vanilla Sun Body Oil' })).toBeFocused()
  await cart.getByRole('button', { name: 'Decrease quantity of Vanilla Sun Body Oil' }).press('Enter')
  await expect(cart.getByRole('link', { name: 'Browse the oils' })).toBeFocused()
})

test('keeps the focus on plus at the maximum quantity and adds nothing @wide', async ({ page }) => {
  const item = {
    id: 'floral-wood-body-oil-single',
    productId: 'floral-wood-body-oil',
    name: 'Floral Wood Body Oil',
    price: 4600,
    image: 'floral-wood-body-oil',
    quantity: 98,
  }
  await page.addInitScript(
    (stored) => localStorage.setItem('bloomera-cart', stored),
    JSON.stringify({ version: 1, items: [item] }),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Cart, 98 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  const plus = cart.getByRole('button', { name: 'Increase quantity of Floral Wood Body Oil' })
  await plus.press('Enter')
  await expect(cart.getByText('99 is the most per order')).toBeVisible()
  await expect(plus).toBeFocused()
  await plus.press('Enter')
  await expect(cart.getByText('99 items in your cart')).toBeVisible()
})

test('says that an order has room for 50 different items @wide', async ({ page }) => {
  const line = { name: 'An oil', price: 2500, image: 'pure-bloom', quantity: 1 }
  const items = Array.from({ length: 50 }, (_, index) => ({ ...line, productId: `oil-${index}` }))
  await page.addInitScript(
    (stored) => localStorage.setItem('bloomera-cart', stored),
    JSON.stringify({ version: 1, items }),
  )
  await page.goto('/products/floral-wood-body-oil')
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByText('An order can have up to 50 different items.')).toBeVisible()
  await expect(page.getByText('added to cart!')).toBeHidden()
})

test('shows the same cart in a second tab @wide', async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/products/pure-bloom')
  await other.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test('drops a broken stored cart instead of breaking the page @phone', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('bloomera-cart', '{"version":1,"items":[{"quantity":-1}]}'))
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
})
