import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { expect as expectPage, test as shopTest } from './shop-test.ts'

shopTest.describe('without scripts', () => {
  shopTest.use({ javaScriptEnabled: false })

  shopTest('lists the facts of an oil in a table', async ({ page }) => {
    await page.goto('/products/barrier-rescue-oil')
    const facts = page.getByRole('region', { name: 'The facts' })
    await expectPage(facts.getByText('Normal, dry, sensitive')).toBeVisible()
    await expectPage(facts.getByText('Nuts, coconut, essential oils, stone fruit kernels')).toBeVisible()
    await expectPage(facts.getByText('Every ingredient comes from plants')).toBeVisible()
  })
})

shopTest('shows the facts accessibly and in one column on a phone', async ({ page }) => {
  await page.goto('/products/barrier-rescue-oil')
  await expectPage(page.getByRole('heading', { name: 'The facts' })).toBeVisible()
  await expectNoViolations(page)
})

test('ticks a skin type at the desk, and refuses what the ingredients contradict', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/catalogue/products/pure-bloom`)
  const skin = page.getByRole('group', { name: 'Skin types' })
  await expect(skin.getByRole('checkbox', { name: 'Oily' })).toBeChecked()
  await skin.getByRole('checkbox', { name: 'Mature' }).check()
  await page.getByLabel('Texture').fill('Thin as tea')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()
  await expect
    .poll(async () => (await fetch(`${shop.address}/products/pure-bloom`)).text())
    .toContain('Normal, oily, combination, mature')
  await page.getByRole('group', { name: 'Kind of scent' }).getByRole('checkbox', { name: 'Unscented' }).check()
  await page.getByRole('button', { name: 'Save texts' }).click()
  await expect(page.getByText('Essential oils are among its ingredients')).toBeVisible()
  await expectNoViolations(page)
})
