import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './shop-test.ts'

const PURE_BLOOM = {
  id: 'pure-bloom-1oz',
  productId: 'pure-bloom',
  name: 'Pure Bloom',
  price: 2500,
  image: 'pure-bloom',
  size: '1oz',
  quantity: 1,
}

/** A cart from an earlier visit. */
async function storeCart(page: Page, items: object[]): Promise<void> {
  await page.addInitScript(
    (stored) => {
      // The script also runs in the provider's frames, which store nothing of ours.
      if (window === top && localStorage.getItem('bloomera-cart') === null)
        localStorage.setItem('bloomera-cart', stored)
    },
    JSON.stringify({ version: 1, items }),
  )
}

test('updates a changed price and says so when the drawer opens @phone', async ({ page }) => {
  await storeCart(page, [{ ...PURE_BLOOM, price: 2100 }])
  await page.goto('/about')
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('Pure Bloom, 1oz, is now $25.00; it was $21.00.')).toBeVisible()
  await expect(cart.getByText('1oz · $25.00')).toBeVisible()
  await expect(cart.getByText('$34.99')).toBeVisible()
})

test('names and removes what is no longer available, and keeps the rest @wide', async ({ page }) => {
  const gone = { ...PURE_BLOOM, id: 'moon-oil-single', productId: 'moon-oil', name: 'Moon Oil', size: undefined }
  const size = { ...PURE_BLOOM, id: 'pure-bloom-4oz', size: '4oz' }
  await storeCart(page, [PURE_BLOOM, gone, size])
  await page.goto('/about')
  await page.getByRole('button', { name: 'Cart, 3 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('Moon Oil is no longer available and was removed from your cart.')).toBeVisible()
  await expect(cart.getByText('Pure Bloom, 4oz, is no longer available and was removed from your cart.')).toBeVisible()
  await expect(cart.getByText('1 item in your cart')).toBeVisible()
})

test('limits a bottle to 99, and says so @phone', async ({ page }) => {
  await storeCart(page, [{ ...PURE_BLOOM, quantity: 98 }])
  await page.goto('/products/pure-bloom?size=1oz')
  await page.getByRole('button', { name: 'Cart, 98 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await cart.getByRole('button', { name: 'Increase quantity of Pure Bloom, 1oz' }).click()
  await expect(cart.getByText('99 is the most per order')).toBeVisible()
  await expect(cart.getByRole('button', { name: 'Increase quantity of Pure Bloom, 1oz' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Pure Bloom: 99 is the most per order')).toBeVisible()
})

test('moves the focus when a line is removed while paying', async ({ page, isMobile }) => {
  const second = { ...PURE_BLOOM, id: 'pure-bloom-2oz', size: '2oz', price: 3400 }
  await storeCart(page, [PURE_BLOOM, second])
  await page.goto('/about#checkout')
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  if (isMobile) await dialog.locator('summary').filter({ hasText: 'Order summary' }).click()
  await dialog.getByRole('button', { name: 'Remove Pure Bloom, 1oz' }).click()
  await expect(dialog.getByRole('button', { name: 'Decrease quantity of Pure Bloom, 2oz' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove Pure Bloom, 2oz' }).click()
  await expect(dialog.getByRole('button', { name: 'Back to the shop' })).toBeFocused()
})

test('copies a cart as a link, and asks before adding it', async ({ page, context, browser, isMobile }) => {
  test.skip(isMobile, 'phones use their own share sheet')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await storeCart(page, [{ ...PURE_BLOOM, quantity: 2 }])
  await page.goto('/about')
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  await page.getByRole('button', { name: 'Share this cart' }).click()
  await expect(page.getByText(/^Link copied/)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const friend = await (await browser.newContext()).newPage()
  await storeCart(friend, [PURE_BLOOM])
  await friend.goto(link)
  const question = friend.getByRole('dialog', { name: 'Add these 2 items to your cart?' })
  await expect(question.getByText('Pure Bloom, 1oz')).toBeVisible()
  await expect(question.getByText('$50.00')).toBeVisible()
  await question.getByRole('button', { name: 'Add to cart' }).click()
  await expect(friend.getByText('3 items in your cart')).toBeVisible()
  // The drawer's own address: a reload opens the drawer, and doesn't ask again.
  await expect(friend).toHaveURL('/shop-all#cart')
  await friend.reload()
  await expect(friend.getByText('3 items in your cart')).toBeVisible()
  await expect(friend.getByRole('dialog')).toHaveCount(1)
  await friend.context().close()
})

test('changes nothing when declined, and reports a broken link @wide', async ({ page }) => {
  await page.goto('/shop-all#cart=floral-wood-body-oil..1~moon-oil..1')
  const question = page.getByRole('dialog', { name: 'Add this item to your cart?' })
  await expect(question.getByText('1 line of this link is no longer available.')).toBeVisible()
  await question.getByRole('button', { name: 'No, thanks' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/shop-all')
  for (const [link, answer] of [
    ['pure-bloom.3oz.1', 'This link is broken. Your cart hasn’t changed.'],
    ['moon-oil..1', 'Nothing in this link is available anymore.'],
  ] as const) {
    await page.goto('/about')
    await hydrated(page)
    await page.goto(`/shop-all#cart=${link}`)
    await expect(page.getByText(answer)).toBeVisible()
    await expect(page).toHaveURL('/shop-all')
  }
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
})
