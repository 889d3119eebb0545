import type { FrameLocator, Page } from '@playwright/test'
import { AN_ORDER_CENTS } from '../an-order.ts'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

async function openOrder(page: Page, shop: DeskShop, number: string): Promise<void> {
  await page.goto(`${shop.address}/admin/orders`)
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(number.toLowerCase())
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await rendered(page)
}

async function openMail(page: Page, shop: DeskShop, subject: string, email: string): Promise<FrameLocator> {
  await expect(async () => {
    await page.goto(`${shop.address}/mailbox`)
    const mail = page.getByRole('link').filter({ hasText: subject }).filter({ hasText: email })
    await mail.click({ timeout: 2000 })
  }).toPass()
  return page.frameLocator('iframe')
}

async function refund(page: Page, amount: string, reason: string): Promise<void> {
  // Before its script has loaded, a page asks its questions on another page.
  await rendered(page)
  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByLabel('Amount in dollars').fill(amount)
  await page.getByLabel('Reason', { exact: true }).first().fill(reason)
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
}

async function refundedCents(shop: DeskShop, number: string): Promise<number | undefined> {
  return (await shop.square.ledger()).refundedCents[number]
}

test('packs and ships an order, and emails its buyer the tracking number', async ({ page, shop }) => {
  const { number, email } = await shop.order('Prado')
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(page.getByRole('status').getByText('Marked as packed.')).toBeVisible()
  await page.getByLabel('Carrier').fill('USPS')
  await page.getByLabel('Tracking number').fill('9400 1000 0000 7777')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('Marked as shipped. The customer gets an email.')).toBeVisible()
  // Refunds are for the owner only.
  await expect(page.getByText(/^Refund/)).toHaveCount(0)

  const mail = await openMail(page, shop, `Order ${number} is on its way`, email)
  await expect(mail.getByText('9400100000007777')).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Review Pure Bloom' })).toBeVisible()
})

test('offers bulk actions only while a list has orders', async ({ page, shop }) => {
  const { number } = await shop.order('Okafor')
  await signIn(page, shop)
  const bar = page.getByRole('group', { name: 'Selected orders' })
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await expect(bar).toBeVisible()
  await page.goto(`${shop.address}/admin/orders?q=nosuchorder`)
  await expect(page.getByText('No order found for “nosuchorder”.')).toBeVisible()
  await expect(bar).toBeHidden()
})

test('corrects an apartment number, which the label, the order and an email then show', async ({ page, shop }) => {
  const { number, email } = await shop.order('Castellanos')
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  await page.getByRole('link', { name: 'Edit address' }).click()
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('Apartment, suite (optional)').fill('Apt 12B')
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await expect(page.getByText('This ZIP code is not in Utah.')).toBeVisible()
  await expect(page.getByLabel('Apartment, suite (optional)')).toHaveValue('Apt 12B')
  await expectNoViolations(page)
  await page.getByLabel('ZIP code').fill('84601')
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
  await expect(page.getByText('Address updated. The customer gets an email.')).toBeVisible()
  await expect(page.getByText('Apt 12B')).toBeVisible()
  await page.getByRole('link', { name: 'Address label' }).click()
  await expect(page.getByText('Apt 12B')).toBeVisible()

  const mail = await openMail(page, shop, `Order ${number}: we updated your details`, email)
  await expect(mail.getByText('Apt 12B')).toBeVisible()
})

test('shows a mistyped tracking number again as it was typed', async ({ page, shop }) => {
  const { number } = await shop.order('Whitlow')
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  await page.getByText('Ship now').click()
  await page.getByLabel('Tracking number (optional)').fill('9400/1000')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  const tracking = page.getByLabel('Tracking number (optional)')
  await expect(tracking).toBeFocused()
  await expect(tracking).toHaveValue('9400/1000')
  await expectNoViolations(page)
  await tracking.fill('9400 1000')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('Marked as shipped. The customer gets an email.')).toBeVisible()
})

test('emails a delay to the buyer, with a way to cancel', async ({ page, shop }) => {
  const { number, email } = await shop.order('Lindqvist')
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  await page.getByText('Send delay notice').first().click()
  await expectNoViolations(page)
  await page.getByLabel('Reason (required without a date)').fill('The corks are late.')
  await page.getByRole('button', { name: 'Send delay notice' }).click()
  const question = page.getByRole('dialog', { name: /^Send it without a date\?/ })
  await question.getByRole('button', { name: 'Send delay notice' }).click()
  await expect(page.getByText('Delay notice sent.')).toBeVisible()
  const mail = await openMail(page, shop, `Order ${number} is delayed`, email)
  await expect(mail.getByText('The reason: The corks are late.')).toBeVisible()
  await expect(mail.getByText('If we don’t hear from you, we’ll cancel the order')).toBeVisible()
})

test('a refund or delay typed in a sheet is in sight after a new sign-in', async ({ page, context, shop }) => {
  const { number } = await shop.order('Sorensen')
  await signIn(page, shop)
  await openOrder(page, shop, number)
  const address = page.url()
  const typed = page.getByText('You were signed out before this was saved.')
  const other = await context.newPage()
  const endSession = () => context.clearCookies()
  const signInAgain = async () => {
    await expect(page).toHaveURL(/\/admin\/sign-in\?next=/)
    await signIn(other, shop)
    await page.goto(address)
    await expect(typed).toBeInViewport()
  }

  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByLabel('Amount in dollars').fill('12.34')
  await page.getByLabel('Reason', { exact: true }).first().fill('One bottle leaked')
  await endSession()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await signInAgain()
  await expect(page.getByLabel('Amount in dollars')).toBeVisible()
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('12.34')
  await expect(page.getByLabel('Reason', { exact: true }).first()).toHaveValue('One bottle leaked')
  expect(await refundedCents(shop, number)).toBe(0)

  await page.reload()
  await rendered(page)
  await page.getByText('Send delay notice').first().click()
  await page.getByLabel('Reason (required without a date)').fill('The corks are late.')
  await endSession()
  await page.getByRole('button', { name: 'Send delay notice' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send delay notice' }).click()
  await signInAgain()
  await expect(page.getByLabel('Reason (required without a date)')).toBeVisible()
  await expect(page.getByLabel('Reason (required without a date)')).toHaveValue('The corks are late.')
})

test('ships without a tracking number only after asking', async ({ page, shop }) => {
  const { number } = await shop.order('Ostrander')
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  await page.getByText('Ship now').click()
  await page.getByLabel('Carrier (optional)').fill('USPS')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  const question = page.getByRole('dialog', { name: /^Ship without a tracking number\?/ })
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Tracking number (optional)')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await question.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('Marked as shipped. The customer gets an email.')).toBeVisible()
})

test('refunds part of an order to the cent, and refuses more than the rest without changing anything', async ({
  page,
  shop,
}) => {
  const { number } = await shop.order('Okafor')
  await signIn(page, shop)
  await openOrder(page, shop, number)
  await refund(page, '12.34', 'One bottle leaked')
  await expect(page.getByText('Refunding $12.34 to the card.')).toBeVisible()
  await expect.poll(() => refundedCents(shop, number)).toBe(1234)

  const field = page.getByLabel('Amount in dollars')
  await refund(page, '51.24', 'Too much by a cent')
  await expect(page.getByText('That’s more than can still be refunded.')).toBeInViewport({ ratio: 1 })
  for (const amount of ['12.345', '-1', '10,50']) {
    // The form is shown again expanded, with the submitted values.
    await field.fill(amount)
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByRole('alert')).toHaveText(/Nothing was refunded/)
    await expect(field).toHaveValue(amount)
    await expect(field).toBeFocused()
  }
  await expectNoViolations(page)
  expect(await refundedCents(shop, number)).toBe(1234)

  await field.fill('51.23')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByRole('dialog')).toHaveText(/^Refund \$51\.23 to the card\? This can’t be undone\./)
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await expect(page.getByText('Refunding $51.23 to the card.')).toBeVisible()
  await expect.poll(() => refundedCents(shop, number)).toBe(AN_ORDER_CENTS)
})

test("creates an order without card at the shop's prices and prints it without them", async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders/new`)
  await page.getByLabel('Item', { exact: true }).selectOption({ label: 'Pure Bloom 1oz, $25.00' })
  await page.getByLabel('Quantity').first().fill('2')
  for (const [label, value] of [
    ['First name', 'Kim'],
    ['Last name', 'Lee'],
    ['Email', 'kim@example.com'],
    ['Address', '7 Center Street'],
    ['City', 'Ogden'],
    ['ZIP code', '84401'],
    ['Reason', 'By phone'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Create order' }).click()
  await expect(page.getByText('Order created. It’s in To pack.')).toBeVisible()
  await expect(page.getByText('No card', { exact: true })).toBeVisible()
  await expect(page.getByText('$63.57', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(page.getByRole('heading', { name: 'Packing slip' })).toBeVisible()
  await expect(page.getByText('$')).toHaveCount(0)
  await page.getByRole('link', { name: 'With prices' }).click()
  await expect(page.getByText('$63.57')).toBeVisible()
})

test("prints a slip and a label on one sheet each, without the desk's layout", async ({ page, shop }) => {
  const { number } = await shop.order('Wolfeschlegelstein'.repeat(4))
  await signIn(page, shop, 'staff')
  await openOrder(page, shop, number)
  const order = page.url()
  await page.emulateMedia({ media: 'print' })
  for (const [paper, ...size] of [
    ['packing-slip', 612, 792],
    ['label', 288, 432],
  ] as const) {
    await page.goto(`${order}/${paper}`)
    await expect(page.getByText(number).first()).toBeVisible()
    for (const link of await page.getByRole('link').all()) await expect(link).toBeHidden()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, paper).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/MediaBox ?\[[^\]]*\]/g)
    expect(sheets, paper).toEqual([`/MediaBox [0 0 ${size.join(' ')}]`])
  }
})

test('exports a file with the order in it', async ({ page, shop }) => {
  const { number } = await shop.order('Exported')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^bloomera-orders-.*\.csv$/)
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
  expect(text).toContain(`"${number}"`)
})

test('has no axe violations on the screens of orders, money and taxes', async ({ page, shop }) => {
  const { number } = await shop.order('Whitfield')
  await signIn(page, shop)
  await openOrder(page, shop, number)
  const order = new URL(page.url()).pathname
  const screens = [
    '/admin/orders',
    '/admin/orders?list=all',
    '/admin/orders?q=nobody',
    '/admin/orders/new',
    order,
    `${order}/packing-slip`,
    `${order}/label`,
    '/admin/money',
    '/admin/money?from=2026-13-01&to=x',
    '/admin/taxes',
  ]
  for (const screen of screens) {
    await test.step(screen, async () => {
      await page.goto(shop.address + screen)
      await expectNoViolations(page)
    })
  }
  await page.goto(shop.address + order)
  for (const sheet of ['Ship now', 'Refund an amount', 'Cancel']) {
    await page.getByText(sheet, { exact: true }).first().click()
    await expectNoViolations(page)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Back over an answered question leads to the order, and sends nothing again', async ({ page, shop }) => {
    const { number } = await shop.order('Backman')
    await signIn(page, shop, 'staff')
    await openOrder(page, shop, number)
    await page.getByText('Ship now').click()
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(page.getByRole('heading', { name: 'Are you sure?' })).toBeVisible()
    await page.getByRole('link', { name: 'Go back' }).click()
    await expect(page.locator('#order-state')).toHaveText('To pack')

    await page.getByText('Ship now').click()
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(page.getByText('Ship without a tracking number?')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Marked as shipped. The customer gets an email.')).toBeVisible()
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.method()))
    await page.goBack()
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
    await expect(page.locator('#order-state')).toHaveText('Shipped')
    await page.goForward()
    await expect(page.locator('#order-state')).toHaveText('Shipped')
    expect(sent).not.toContain('POST')
  })
})
