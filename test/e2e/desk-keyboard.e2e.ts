import type { Page } from '@playwright/test'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'
import { expectTabWalk, tabTo } from './tab-walk.ts'

async function openOrder(page: Page, shop: DeskShop, number: string): Promise<string> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(page.url()) ?? []
  return `${shop.address}/admin/orders/${id}`
}

async function press(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  await tabTo(page.getByRole(role, { name, exact: true }).first())
  await page.keyboard.press('Enter')
}

test('Tab reaches everything on the newer screens of orders, customers and notices, in order and in view', async ({
  page,
  shop,
}) => {
  test.slow()
  const [open, shipped] = [await shop.order('Ibarra'), await shop.order('Jansson')]
  await signIn(page, shop)
  const shippedAt = await openOrder(page, shop, shipped.number)
  await page.getByText('Ship now').click()
  await page.getByLabel('Tracking number (optional)').fill('9400111201080805483016')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')
  const openAt = await openOrder(page, shop, open.number)
  const screens = [
    openAt,
    `${openAt}/items`,
    `${openAt}/refund-items`,
    `${openAt}/split`,
    shippedAt,
    `${shippedAt}/return`,
    `${shop.address}/admin/orders?q=${open.number}`,
    `${shop.address}/admin/orders/tracking?id=${openAt.slice(-36)}`,
    `${shop.address}/admin/customers`,
    `${shop.address}/admin/customers?email=${encodeURIComponent(open.email)}`,
    `${shop.address}/admin/account/notifications`,
  ]
  for (const screen of screens)
    await test.step(screen.replace(shop.address, ''), async () => {
      const response = await page.goto(screen)
      expect(response?.status()).toBe(200)
      expect(page.url()).toBe(screen)
      await rendered(page)
      // Waits for scripts that load after the page.
      if (screen.endsWith('/notifications')) await expect(page.getByLabel('Device name')).toBeVisible()
      if (screen.includes('/tracking')) await expect(page.locator('[name^=number-]').first()).toBeFocused()
      await expectTabWalk(page)
    })
})

test('adds items, withdraws the request in a dialog, refunds, ships and records a return by keyboard alone @wide', async ({
  page,
  shop,
}) => {
  test.slow()
  const { number, email } = await shop.order('Kowalczyk')
  await signIn(page, shop)
  const order = await openOrder(page, shop, number)
  const quantity = page.getByRole('combobox', { name: /^Quantity of Pure Bloom 1oz/ })
  const choose = async (value: string) => {
    await tabTo(quantity)
    await page.keyboard.type(value)
    await expect(quantity).toHaveValue(value)
  }

  await page.goto(order)
  await rendered(page)
  await press(page, 'Edit items', 'link')
  await expect(page.getByRole('heading', { name: 'Edit items', level: 1 })).toBeVisible()
  await choose('3')
  await press(page, 'Review changes')
  await press(page, 'Ask the customer for $16.79')
  await expect(page.getByText('Waiting for $16.79', { exact: true })).toBeVisible()
  await rendered(page)
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true })
  const dialog = page.getByRole('dialog')
  await press(page, 'Withdraw')
  await expect(dialog).toContainText('Withdraw the request for $16.79?')
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(withdraw).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(dialog.getByRole('button').first(), 4)
  await tabTo(dialog.getByRole('button', { name: 'Withdraw' }), 4)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The request for $16.79 was withdrawn.')).toBeVisible()

  await page.goto(`${order}/refund-items`)
  await rendered(page)
  await choose('1')
  await tabTo(page.getByLabel('Reason'))
  await page.keyboard.type('Leaked')
  await press(page, 'Review refund')
  await press(page, 'Refund $26.79')
  await expect(page.getByText('Refunding $26.79 to the card.')).toBeVisible()
  await expect.poll(async () => (await shop.square.ledger()).refundedCents[number]).toBe(2679)

  await page.goto(order)
  await rendered(page)
  await tabTo(page.locator('summary', { hasText: 'Ship now' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByLabel('Tracking number (optional)'))
  await page.keyboard.type('9400111201080805483016')
  await press(page, 'Mark as shipped')
  await expect(page.locator('#order-state')).toContainText('Shipped')

  await page.goto(`${order}/return`)
  await rendered(page)
  await choose('1')
  const reason = page.getByLabel('Reason')
  await tabTo(reason)
  await page.keyboard.press('ArrowDown')
  await expect(reason).not.toHaveValue('')
  await press(page, 'Record return')
  await expect(page.getByText('Return recorded.')).toBeVisible()

  await page.goto(`${shop.address}/admin/customers?email=${encodeURIComponent(email)}`)
  await rendered(page)
  const note = page.getByRole('textbox', { name: 'Note' })
  await tabTo(note)
  await page.keyboard.type('Prefers email.')
  await tabTo(page.locator('form', { has: note }).getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(note).toHaveValue('Prefers email.')

  await page.goto(`${shop.address}/admin/account/notifications`)
  await rendered(page)
  const quiet = page.getByLabel('Hold notifications during quiet hours')
  await tabTo(quiet)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Notifications saved.')).toBeVisible()
  await page.reload()
  await expect(quiet).toBeChecked()
})

test('ships a part, and saves tracking numbers by keyboard alone @wide', async ({ page, shop }) => {
  const [parted, packed] = [await shop.order('Lund'), await shop.order('Mbeki')]
  await signIn(page, shop)
  await page.goto(`${await openOrder(page, shop, parted.number)}/split`)
  await rendered(page)
  const quantity = page.getByRole('combobox', { name: /^Quantity of/ }).first()
  await tabTo(quantity)
  await page.keyboard.type('1')
  await tabTo(page.getByLabel('Tracking number'))
  await page.keyboard.type('9400111201080805483016')
  await press(page, 'Ship these items')
  await expect(page.locator('#order-state')).toHaveText('Partly shipped')

  await page.goto(`${shop.address}/admin/orders?q=${packed.number}`)
  await rendered(page)
  await tabTo(page.getByLabel(`Select ${packed.number}`))
  await page.keyboard.press('Space')
  await press(page, 'Add tracking')
  await expect(page.getByLabel(`Tracking number of ${packed.number}`)).toBeFocused()
  await page.keyboard.type('1Z5R89390357567127')
  await press(page, 'Save for later')
  await expect(page.getByText('1 tracking number saved. Nothing was sent.')).toBeVisible()
})
