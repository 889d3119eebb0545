import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

async function openRefund(page: Page, shop: DeskShop, number: string): Promise<void> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Refund items' }).click()
  await expect(page.getByRole('heading', { name: 'Refund items', level: 1 })).toBeVisible()
}

async function refundedCents(shop: DeskShop, number: string): Promise<number | undefined> {
  return (await shop.square.ledger()).refundedCents[number]
}

test('refunds one bottle and the shipping, after showing the amount', async ({ page, shop }) => {
  const { number } = await shop.order('Quiroga')
  await signIn(page, shop)
  await openRefund(page, shop, number)
  await rendered(page)
  await expectNoViolations(page)
  await expect(page.getByLabel('Put these items back in stock')).toBeChecked()

  await page.getByLabel('Reason').fill('One bottle leaked')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(page.getByRole('alert')).toHaveText('Choose at least one item or the shipping.')
  await expect(page.getByLabel('Reason')).toHaveValue('One bottle leaked')
  await expectNoViolations(page)

  await page.getByLabel('Quantity of Pure Bloom 1oz to refund').selectOption('1')
  await page.getByLabel('Refund shipping, $9.99').check()
  await page.getByRole('button', { name: 'Review refund' }).click()
  await expect(page.getByText('$36.78 goes back to the card. This can’t be undone.')).toBeVisible()
  await expectNoViolations(page)
  expect(await refundedCents(shop, number)).toBe(0)

  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('Quantity of Pure Bloom 1oz to refund')).toHaveValue('1')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: 'Refund $36.78' }).click()
  await expect(page.getByText('Refunding $36.78 to the card.')).toBeVisible()
  await expect.poll(() => refundedCents(shop, number)).toBe(3678)
  await expect(page.getByText('1 refunded', { exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('Back after a refund, or after a form that was refused twice, shows the desk and sends nothing again', async ({
  page,
  shop,
}) => {
  const { number } = await shop.order('Urrutia')
  await signIn(page, shop)
  await openRefund(page, shop, number)
  await page.getByLabel('Quantity of Pure Bloom 1oz to refund').selectOption('1')
  await page.getByLabel('Reason').fill('One bottle leaked')
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: 'Refund $26.79' }).click()
  await expect(page.getByText('Refunding $26.79 to the card.')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Refund items', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Quantity of Pure Bloom 1oz to refund')).toHaveValue('0')

  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await page.getByText('Refund an amount', { exact: true }).click()
  for (const amount of ['0', '-1']) {
    await page.getByLabel('Amount in dollars').fill(amount)
    await page.getByLabel('Reason', { exact: true }).first().fill('Leaked')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByLabel('Amount in dollars')).toHaveValue(amount)
    await rendered(page)
  }
  for (let step = 0; step < 2; step += 1) {
    await page.goBack()
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  }
  expect(await refundedCents(shop, number)).toBe(2679)
})

/** A press in the instant in which a question appears was meant for the button that asked it. */
test('the second press of a double press doesn’t confirm a refund', async ({ page, shop }) => {
  const { number } = await shop.order('Saavedra')
  await signIn(page, shop)
  await openRefund(page, shop, number)
  await page.getByLabel('Quantity of Pure Bloom 1oz to refund').selectOption('1')
  await page.getByLabel('Reason').fill('One bottle leaked')
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () =>
      document
        .querySelector('main form .button')
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })),
    ),
  )
  await page.getByRole('button', { name: 'Review refund' }).click()
  const confirm = page.getByRole('button', { name: 'Refund $26.79' })
  await expect(confirm).toBeEnabled()
  expect(await refundedCents(shop, number)).toBe(0)
  await confirm.click()
  await expect.poll(() => refundedCents(shop, number)).toBe(2679)
})

test('the second press of a double press doesn’t answer a question over the page', async ({ page, shop }) => {
  const { number } = await shop.order('Tordesillas')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await rendered(page)
  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByLabel('Amount in dollars').fill('5')
  await page.getByLabel('Reason', { exact: true }).first().fill('Leaked')
  await page.getByRole('button', { name: 'Refund', exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    document
      .querySelector('dialog .button:not(.button-quiet)')
      ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 }))
  })
  const question = page.getByRole('dialog')
  await expect(question.getByRole('button', { name: 'Refund' })).toBeEnabled()
  expect(await refundedCents(shop, number)).toBe(0)
  const [dialog, width] = [await question.boundingBox(), page.viewportSize()?.width ?? 0]
  // A card over the page, not a band across it.
  expect(dialog?.x).toBeGreaterThanOrEqual(16)
  expect((dialog?.x ?? 0) + (dialog?.width ?? width)).toBeLessThanOrEqual(width - 16)
  await question.getByRole('button', { name: 'Refund' }).click()
  await expect.poll(() => refundedCents(shop, number)).toBe(500)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('refunds items in the same steps @phone', async ({ page, shop }) => {
    const { number } = await shop.order('Rivadeneira')
    const [link = ''] = /http\S+/.exec(await shop.operator('add', `${crypto.randomUUID()}@bloomera.example`)) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await openRefund(page, shop, number)
    await page.getByLabel('Quantity of Pure Bloom 1oz to refund').selectOption('2')
    await page.getByLabel('Reason').fill('Came back')
    await page.getByRole('button', { name: 'Review refund' }).click()
    await page.getByRole('button', { name: 'Refund $53.58' }).click()
    await expect(page.getByText('Refunding $53.58 to the card.')).toBeVisible()
    await expect.poll(() => refundedCents(shop, number)).toBe(5358)
  })
})
