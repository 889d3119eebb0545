import type { Page } from '@playwright/test'
import { toShopTime } from '#domain/time/shop-time.ts'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const DAY_MS = 86_400_000

async function saveSale(page: Page, shop: DeskShop, id: string, startsAt: string): Promise<void> {
  await page.goto(`${shop.address}/admin/catalogue/products/${id}`)
  await rendered(page)
  await page.getByLabel('1oz sale price ($)').fill('19.50')
  await page.getByLabel('Sale starts (Mountain time)').fill(startsAt)
  await page.getByLabel('Sale ends (Mountain time)').fill(toShopTime(new Date(Date.now() + 5 * DAY_MS)))
  await page.getByRole('button', { name: 'Save sale' }).click()
}

async function feedPrices(shop: DeskShop, id: string): Promise<string[]> {
  const feed = await (await fetch(`${shop.address}/feeds/google-merchant.xml`)).text()
  const [item = ''] = new RegExp(`<item><g:id>${id}-1oz.*?</item>`, 's').exec(feed) ?? []
  return Array.from(item.matchAll(/<g:(?:sale_)?price>([\d.]+) USD/g), ([, price = '']) => price).slice(0, -1)
}

test('sells for less from now on, as page, card, cart, checkout and feed say, until the sale is ended', async ({
  page,
  shop,
}) => {
  const id = 'pure-bloom'
  await signIn(page, shop)

  await saveSale(page, shop, id, toShopTime(new Date(Date.now() + DAY_MS)))
  await expect(page.getByText(/The sale starts /)).toBeVisible()
  const before = await feedPrices(shop, id)
  expect(before).toHaveLength(1)
  await page.goto(`${shop.address}/products/${id}?size=1oz`)
  await expect(page.getByText('Sale ends')).toBeHidden()

  // A price other than the regular one is required, and an error is shown at its field.
  await page.goto(`${shop.address}/admin/catalogue/products/${id}`)
  await page.getByLabel('1oz sale price ($)').fill('900')
  await page.getByRole('button', { name: 'Save sale' }).click()
  await expect(page.getByText('This must be less than the regular price.')).toBeVisible()
  await expectNoViolations(page)

  await saveSale(page, shop, id, '')
  await expect(page.getByText('The sale is on.')).toBeVisible()
  await expect(page.getByText('On now, until')).toBeVisible()
  await expectNoViolations(page)
  // A new shop hasn't charged the regular price for long enough to cross it out.
  await expect(page.getByText(/won’t be crossed out/)).toBeVisible()
  await expect.poll(() => feedPrices(shop, id)).toEqual(['19.50'])
  await page.goto(`${shop.address}/products/${id}?size=1oz`)
  await rendered(page)
  await expect(page.getByText(/^Sale ends /)).toBeVisible()
  await expect(page.getByText('$19.50').first()).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('$19.50').first()).toBeVisible()

  // Ended while it's in a cart: the cart is updated, and says so.
  await page.goto(`${shop.address}/admin/catalogue/products/${id}`)
  await page.getByRole('button', { name: 'End the sale now' }).click()
  await expect(page.getByText('Sale ended. The regular price is charged again.')).toBeVisible()
  await expect.poll(() => feedPrices(shop, id)).toEqual(before)
  await page.goto(`${shop.address}/products/${id}?size=1oz`)
  await rendered(page)
  await expect(page.getByText(/^Sale ends /)).toBeHidden()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(cart.getByText(`$${before[0]}`).first()).toBeVisible()
  await expect(cart.getByText('Pure Bloom, 1oz, is now $25.00; it was $19.50.')).toBeVisible()
})
