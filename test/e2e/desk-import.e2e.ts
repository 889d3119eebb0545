import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'

const SHOPIFY = path.resolve(import.meta.dirname, '../samples/shopify-products.csv')

async function choose(page: Page, shop: DeskShop, file: string): Promise<void> {
  await page.goto(`${shop.address}/admin/catalogue/import`)
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Show what would change' }).click()
}

test('imports a Shopify export after a review, and undoes it @wide', async ({ page, shop }) => {
  await signIn(page, shop)
  await choose(page, shop, SHOPIFY)
  await expect(page.getByRole('heading', { name: 'A Shopify product export' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '4 problems: nothing can be imported' })).toBeVisible()
  await expect(page.getByText('There is no size “8 oz” here.')).toBeVisible()
  await expectNoViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  // The prices come from another column, and are reviewed again before anything happens.
  await page.getByText(/columns used: choose what they hold/).click()
  await expect(page.getByLabel('Variant Compare At Price', { exact: false }).first()).toHaveValue('')
  await page.getByLabel('Leave out what doesn’t fit').check()
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByRole('heading', { name: 'Would create 2 products' })).toBeVisible()
  await expect(page.getByText('/products/linden-dew-face-oil', { exact: true })).toBeVisible()
  await expect(page.getByText('3 pictures to be uploaded')).toBeVisible()
  await expect(page.getByText(/Variant Compare At Price \(1 line\)/)).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Create 2 products' }).click()
  await expect(page.getByText('Created 2 products.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Linden Dew Face Oil' })).toBeVisible()
  expect((await fetch(`${shop.address}/products/linden-dew-face-oil`)).status).toBe(404)
  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Linden Dew Face Oil' })).toBeHidden()
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('lets the owner choose what a column contains @phone', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/catalogue/import`)
    await page
      .getByLabel('Or paste it here')
      .fill('Produkt,category,description,price_single\nBirch Oil,Radiance,Birch.,21.5')
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await expect(page.getByText('There is no column “Produkt”.')).toBeVisible()
    await page.getByLabel('Produkt').selectOption('Name')
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(page.getByRole('heading', { name: 'Line 2 Birch Oil' })).toBeVisible()
    await page.getByRole('button', { name: 'Create 1 product' }).click()
    await expect(page.getByText('Created 1 product.')).toBeVisible()
    await page.getByRole('button', { name: /Undo/ }).click()
    await expect(page.getByRole('link', { name: 'Birch Oil' })).toBeHidden()
  })
})
