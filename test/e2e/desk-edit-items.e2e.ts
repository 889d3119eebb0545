import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const QUANTITY = 'Quantity of Pure Bloom 1oz'

async function openItems(page: Page, shop: DeskShop, number: string): Promise<void> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Edit items' }).click()
  await expect(page.getByRole('heading', { name: 'Edit items', level: 1 })).toBeVisible()
}

async function refundedCents(shop: DeskShop, number: string): Promise<number | undefined> {
  return (await shop.square.ledger()).refundedCents[number]
}

test('removes one of two bottles, after showing the total', async ({ page, shop }) => {
  const { number } = await shop.order('Okonkwo')
  await signIn(page, shop)
  await openItems(page, shop, number)
  await rendered(page)
  await expectNoViolations(page)
  await expect(page.getByLabel('Put removed items back in stock')).toBeChecked()

  await page.getByLabel(QUANTITY).selectOption('0')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByRole('alert')).toHaveText('That’s everything in the order. Cancel the order instead.')
  await expectNoViolations(page)

  await page.getByLabel(QUANTITY).selectOption('1')
  await page.getByLabel('Reason (optional)').fill('One bottle leaked')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await expect(page.getByText('$26.79 goes back to the card. This can’t be undone.')).toBeVisible()
  await expectNoViolations(page)
  expect(await refundedCents(shop, number)).toBe(0)

  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel(QUANTITY)).toHaveValue('1')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Remove and refund $26.79' }).click()
  await expect(page.getByText('Items removed. Refunding $26.79 to the card.')).toBeVisible()
  await expect.poll(() => refundedCents(shop, number)).toBe(2679)
  await expect(page.getByText('1 removed', { exact: true })).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Customer’s order page' }).click()
  await expect(page.getByText('2 × $25.00 · 1 removed')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
})

test('a second window shows what the first one removed, and removes nothing twice @wide', async ({
  page,
  context,
  shop,
}) => {
  const { number } = await shop.order('Valdivieso')
  await signIn(page, shop)
  const other = await context.newPage()
  for (const window of [page, other]) {
    await openItems(window, shop, number)
    await window.getByLabel(QUANTITY).selectOption('1')
    await window.getByRole('button', { name: 'Review changes' }).click()
  }
  await page.getByRole('button', { name: 'Remove and refund $26.79' }).click()
  await expect(page.getByText('Items removed.')).toBeVisible()
  await other.getByRole('button', { name: 'Remove and refund $26.79' }).click()
  await expect(other.getByRole('alert')).toContainText('Nothing was changed: another refund was made')
  await expect(other.getByLabel(QUANTITY)).toHaveValue('1')
  await expectNoViolations(other)
  await expect.poll(() => refundedCents(shop, number)).toBe(2679)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('removes items in the same steps @phone', async ({ page, shop }) => {
    const { number } = await shop.order('Ferreira')
    const [link = ''] = /http\S+/.exec(await shop.operator('add', `${crypto.randomUUID()}@bloomera.example`)) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await openItems(page, shop, number)
    await page.getByLabel(QUANTITY).selectOption('1')
    await page.getByLabel('Put removed items back in stock').uncheck()
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.getByText('The removed items don’t go back in stock.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove and refund $26.79' }).click()
    await expect(page.getByText('Items removed. Refunding $26.79 to the card.')).toBeVisible()
    await expect.poll(() => refundedCents(shop, number)).toBe(2679)
  })
})
