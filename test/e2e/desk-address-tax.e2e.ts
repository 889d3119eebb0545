import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

async function openAddress(page: Page, shop: DeskShop, number: string): Promise<void> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Edit address' }).click()
  await expect(page.getByRole('heading', { name: 'Edit address', level: 1 })).toBeVisible()
}

async function typeNewYork(page: Page): Promise<void> {
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
}

test('refunds lower sales tax with a new state, then lets the owner waive it on the way back', async ({
  page,
  shop,
}) => {
  const { number } = await shop.order('Achterberg')
  await signIn(page, shop)
  await openAddress(page, shop, number)
  await typeNewYork(page)
  await expect(page.getByRole('heading', { name: 'Less sales tax', level: 1 })).toBeVisible()
  await expect(page.getByText('$3.58 goes back to the card. This can’t be undone.')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('ZIP code')).toHaveValue('10001')
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await page.getByRole('button', { name: 'Save and refund $3.58' }).click()
  await expect(page.getByText('Refunding $3.58 sales tax to the card.')).toBeVisible()
  await expect(page.getByText('New York, NY 10001')).toBeVisible()
  await expect.poll(async () => (await shop.square.ledger()).refundedCents[number]).toBe(358)
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Edit address' }).click()
  await page.getByLabel('City').fill('Provo')
  await page.getByLabel('State').selectOption('UT')
  await page.getByLabel('ZIP code').fill('84601')
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await expect(page.getByRole('heading', { name: 'More sales tax', level: 1 })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save and waive $3.58' }).click()
  await expect(page.getByText('You waived $3.58 sales tax.')).toBeVisible()
  await page.goto(`${shop.address}/admin/taxes`)
  await expect(page.getByText('for orders that moved to Utah, and pay that yourself.')).toBeVisible()
  expect((await shop.square.ledger()).refundedCents[number]).toBe(358)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('refunds lower sales tax in the same steps @phone', async ({ page, shop }) => {
    const { number } = await shop.order('Bergström')
    const [link = ''] = /http\S+/.exec(await shop.operator('add', `${crypto.randomUUID()}@bloomera.example`)) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await openAddress(page, shop, number)
    await typeNewYork(page)
    await page.getByRole('button', { name: 'Save and refund $3.58' }).click()
    await expect(page.getByText('Refunding $3.58 sales tax to the card.')).toBeVisible()
    await expect.poll(async () => (await shop.square.ledger()).refundedCents[number]).toBe(358)
  })
})
