import { expect, test } from './shop-test.ts'

test('a visitor goes from the home page to a product and back without a page load', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
  await page.getByRole('link', { name: 'Pure Bloom' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pure Bloom' })).toBeVisible()
  await expect(page.getByText('$34.00')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Featured Products' })).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameDocument'))).toBe(true)
})

test('an unknown path shows the specified page', async ({ page }) => {
  const response = await page.goto('/no-such-page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages read the same', async ({ page }) => {
    await page.goto('/products/forever-skin-serum')
    await expect(page.getByRole('heading', { level: 1, name: 'Forever Skin Serum' })).toBeVisible()
    await expect(page.getByText('$97.00')).toBeVisible()
  })
})
