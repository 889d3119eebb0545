import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { cardFormReady, fillCard } from './checkout-page.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { hydrated, rendered } from './shop-test.ts'

const QUANTITY = 'Quantity of Pure Bloom 1oz'

async function openItems(page: Page, shop: DeskShop, number: string): Promise<string> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  const orderAtDesk = page.url()
  await page.getByRole('link', { name: 'Edit items' }).click()
  await expect(page.getByRole('heading', { name: 'Edit items', level: 1 })).toBeVisible()
  return orderAtDesk
}

test('the owner adds items, the buyer pays the difference by card, and the order has them', async ({ page, shop }) => {
  const { number } = await shop.order('Lindqvist')
  await signIn(page, shop)
  const orderAtDesk = await openItems(page, shop, number)
  await rendered(page)
  await expectNoViolations(page)
  await page.getByLabel(QUANTITY).selectOption('3')
  await page.getByLabel('Product 1 (optional)').selectOption('tender-bloom-intimate-oil|')
  await page.getByRole('button', { name: 'Review changes' }).click()
  // $25.00 and $24.00 more, $9.99 shipping less, and 7.15% of $99.00.
  await expect(page.getByRole('row', { name: 'Subtotal $50.00 $99.00' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Shipping $9.99 $0.00' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Sales tax $3.58 $7.08' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Total $63.57 $106.08' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(page.getByLabel(QUANTITY)).toHaveValue('3')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Ask the customer for $42.51' }).click()
  await expect(page.getByText('The customer gets an email with a link to pay $42.51.')).toBeVisible()
  await expect(page.getByText('Waiting for $42.51', { exact: true })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin/orders?list=owing`)
  await expect(page.getByRole('row').filter({ hasText: 'Lindqvist' }).getByText('Waiting for $42.51')).toBeInViewport()
  await rendered(page)
  await expectNoViolations(page)
  await page.goto(orderAtDesk)

  const orderPath = (await page.getByRole('link', { name: 'Customer’s order page' }).getAttribute('href')) ?? ''
  await page.goto(`${shop.address}${orderPath}#pay`)
  await hydrated(page)
  await expect(page.getByRole('heading', { name: '$42.51 is left to pay' })).toBeInViewport()
  await expect(page.getByText('Added: 1 × Pure Bloom, 1oz')).toBeVisible()
  await cardFormReady(page)
  await expectNoViolations(page)
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $42.51' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible()
  await expect(page.getByText('Items added later')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  const { capturedCents } = await shop.square.ledger()
  expect([capturedCents[number], capturedCents[`${number}-2`]]).toEqual([6357, 4251])

  await page.goto(orderAtDesk)
  await expect(page.getByText('The customer paid $42.51.')).toBeVisible()
  await expect(page.getByText('Items added later')).toBeVisible()
  await expectNoViolations(page)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('exchanges sizes, and refunds the difference @phone', async ({ page, shop }) => {
    const { number } = await shop.order('Marchetti')
    const [link = ''] = /http\S+/.exec(await shop.operator('add', `${crypto.randomUUID()}@bloomera.example`)) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await openItems(page, shop, number)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByLabel('Size of Pure Bloom 1oz').selectOption('2oz')
    await page.getByLabel(QUANTITY).selectOption('1')
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.getByText('1 × Pure Bloom 2oz')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('button', { name: 'Change and refund $17.15' }).click()
    await expect(page.getByText('Items changed. Refunding $17.15 to the card.')).toBeVisible()
    await expect.poll(async () => (await shop.square.ledger()).refundedCents[number]).toBe(1715)
    await expect(page.getByText('1 × Pure Bloom 2oz')).toBeVisible()
  })
})
