import { readFile } from 'node:fs/promises'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const DEFAULT_BANNER = 'Free Shipping on Orders Over $75'

/** The page the next visitor gets, once the database has notified the shop. */
async function expectInShop(shop: DeskShop, path: string, text: string): Promise<void> {
  await expect.poll(async () => (await fetch(shop.address + path)).text()).toContain(text)
}

test('shows a new price on the shop’s next page, and reverts it after undo', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue`)
  await page.getByRole('link', { name: 'Silk Root Hair Oil' }).click()
  await page.getByLabel('Price ($)', { exact: true }).fill('61.5')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect(page.getByText('Prices updated.')).toBeVisible()
  await expectNoViolations(page)
  await expectInShop(shop, '/products/silk-root-hair-oil', '$61.50')
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expectInShop(shop, '/products/silk-root-hair-oil', '$56.00')

  await page.getByLabel('Price ($)', { exact: true }).fill('12.345')
  await page.getByRole('button', { name: 'Save prices' }).click()
  await expect(page.getByText('Use at most two decimals, such as 12.34.')).toBeVisible()
  await expect(page.getByLabel('Price ($)', { exact: true })).toHaveValue('12.345')
  await expectNoViolations(page)
})

test('shows the banner on every page while it is switched on', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue/banner`)
  await page.getByLabel('Your text').fill('It treats acne')
  await expect(page.getByText('A product that names a disease is offered for it')).toBeVisible()
  await page.getByLabel('Your text').fill('Back from the harvest')
  await expect(page.getByText('A product that names a disease is offered for it')).toBeHidden()
  await page.getByLabel('Show it').check()
  await page.getByRole('button', { name: 'Save announcement' }).click()
  await expect(page.getByText('Announcement saved.')).toBeVisible()
  for (const path of ['/', '/about', '/products/pure-bloom']) await expectInShop(shop, path, 'Back from the harvest')
  await page.getByLabel('Show it').uncheck()
  await page.getByRole('button', { name: 'Save announcement' }).click()
  await expectInShop(shop, '/about', DEFAULT_BANNER)
})

test('previews the texts of a product before they are saved', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/catalogue/products/petal-renewal-serum`)
  await page.getByLabel('Short description').fill('For skin that has had a long week.')
  const [preview] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Preview page' }).click(),
  ])
  await expect(preview.getByText('For skin that has had a long week.')).toBeVisible()
  await expect(preview.getByText('Draft: only you can see this page')).toBeVisible()
  await preview.close()
  expect(await (await fetch(`${shop.address}/products/petal-renewal-serum`)).text()).not.toContain('a long week')
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()
  await expectInShop(shop, '/products/petal-renewal-serum', 'For skin that has had a long week.')
})

test('accepts a new code at once', async ({ page, shop }) => {
  const code = 'THUMB-15'
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/codes`)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Value (% or $)').fill('15')
  await page.getByLabel('Total uses').fill('100')
  await page.getByRole('button', { name: 'Create discount' }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()
  await expectNoViolations(page)
  const check = async () => {
    const response = await fetch(`${shop.address}/functions/v1/validate-discount-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.9.1.1' },
      body: JSON.stringify({ discountCode: code, subtotal: 10_000 }),
    })
    return response.json()
  }
  expect(await check()).toMatchObject({ isValid: true, discountAmount: 1500, discountPercentage: 15 })
  await page.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Code deactivated.')).toBeVisible()
  expect(await check()).toMatchObject({ isValid: false })
})

test('keeps a list with the longest code within the screen, and its form in reach', async ({ page, shop }) => {
  const code = `W${'M'.repeat(39)}`
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/codes`)
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByLabel('Value (% or $)').fill('15')
  await page.getByRole('button', { name: 'Create discount' }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()
  for (const screen of [page.url(), `${shop.address}/admin/codes`]) {
    await page.goto(screen)
    await expect(page.getByText(code).first()).toBeVisible()
    // A phone grows its innerWidth with overflowing content; the screen stays the same.
    const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(scrollWidth, screen).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  }
  await page.getByRole('button', { name: 'Create discount' }).click({ trial: true })
})

test('shows an import line by line before it changes anything', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue/import`)
  await page.getByLabel('Or paste it here').fill('id,price\npure-bloom,1')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expect(page.getByText('There is no column “price”.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('Or paste it here').fill('id,stock_single\nmeadow-calm-oil,33')
  await page.getByRole('button', { name: 'Show what would change' }).click()
  await expect(page.getByRole('heading', { name: 'Line 2 Meadow Calm Oil' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Change 1 product' }).click()
  await expect(page.getByText('Changed 1 product.')).toBeVisible()
  await expect(page.getByText('33 left')).toBeVisible()
  await page.goto(`${shop.address}/admin/catalogue/products/meadow-calm-oil`)
  await page.getByLabel('Quantity').fill('')
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect(page.getByText('Inventory updated.')).toBeVisible()
})

test('edits, previews and publishes a policy', async ({ page, shop }) => {
  const words = 'written with a thumb'
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/catalogue/policies/terms-of-service`)
  await page.getByLabel('Text, in Markdown').fill(`## Terms\n\nThese are ${words}.`)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Terms', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await rendered(page)
  await page.getByRole('button', { name: 'Publish this draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish this draft' }).click()
  await expect(page.getByText('Published.')).toBeVisible()
  await expectInShop(shop, '/terms-of-service', words)
})

test('deletes a customer’s data on request, after asking', async ({ page, shop }) => {
  const email = 'kim@leaving.example'
  const response = await fetch(`${shop.address}/functions/v1/email-signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '127.9.3.1' },
    body: JSON.stringify({ email, website: '' }),
  })
  expect(response.status).toBe(200)
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/subscribers`)
  await page.getByLabel('Search by email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expectNoViolations(page)
  await page.getByRole('link', { name: `View or delete ${email}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Newsletter' })).toBeVisible()
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download data' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`"email": "${email}"`)
  await page.getByRole('button', { name: 'Delete data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete data' }).click()
  await expect(page.getByText('Data deleted.')).toBeVisible()
  await expect(page.getByText(`No data stored for ${email}.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await page.getByLabel('Name or email').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('No customers match.')).toBeVisible()
  await page.getByRole('link', { name: `See everything stored about ${email}` }).click()
  await expect(page.getByText(`No data stored for ${email}.`)).toBeVisible()
})

const OWNER_SCREENS = ['/admin/customers', '/admin/catalogue/new', '/admin/catalogue/ingredients/new']
const SCREENS = [
  '/admin/catalogue',
  '/admin/catalogue/products/forever-skin-serum',
  '/admin/catalogue/featured',
  '/admin/catalogue/ingredients',
  '/admin/catalogue/ingredients/argan-oil',
  '/admin/catalogue/banner',
  '/admin/catalogue/policies',
  '/admin/catalogue/policies/privacy-policy',
  '/admin/catalogue/import',
  '/admin/codes',
  '/admin/subscribers',
]

test('has no axe violations on any screen of the catalog, for an owner and for a reader', async ({ page, shop }) => {
  for (const role of ['owner', 'read-only']) {
    await signIn(page, shop, role)
    for (const screen of role === 'owner' ? [...SCREENS, ...OWNER_SCREENS] : SCREENS) {
      await test.step(`${screen} for ${role}`, async () => {
        await page.goto(shop.address + screen)
        await expectNoViolations(page)
      })
    }
  }
})
