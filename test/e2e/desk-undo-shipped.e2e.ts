import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

test('undoes "shipped" after the email was sent, ships again, and marks the order as delivered', async ({
  page,
  shop,
}) => {
  const { number, email } = await shop.order('Ortega')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByLabel('Tracking number').fill('9400 1000 0000 7777')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('Marked as shipped. The customer gets an email.')).toBeVisible()
  // The email is in the mailbox before the owner notices the mistake.
  const order = page.url()
  await expect(async () => {
    await page.goto(`${shop.address}/mailbox`)
    await expect(page.getByRole('link').filter({ hasText: 'is on its way' }).filter({ hasText: email })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await page.goto(order)
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Undo shipped' }).click()
  await expect(page.getByText('The customer already got the email that this order has shipped.')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByLabel('Email them that it hasn’t shipped yet').check()
  await page.getByRole('button', { name: 'Undo shipped' }).click()
  await expect(page.getByText('Shipped undone. The order is back in Packed.')).toBeVisible()
  await expect(page.locator('#order-state')).toHaveText('Packed')
  await expect(page.getByLabel('Tracking number')).toHaveValue('')

  await rendered(page)
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')
  await page.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText('Marked as delivered.')).toBeVisible()
  await expect(page.locator('#order-state')).toHaveText('Delivered')
  await expectNoViolations(page)
  await page.goto(`${shop.address}/admin/orders?list=delivered`)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectNoViolations(page)
  await page.goto(order)
  await page.getByRole('button', { name: 'Undo delivered' }).click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')
})

test('undoes "shipped" for several orders at once, even without a script', async ({ page, shop, browser }) => {
  const first = await shop.order('Nakamura')
  const second = await shop.order('Nilsson')
  await signIn(page, shop, 'staff')
  const ship = async () => {
    await page.goto(`${shop.address}/admin/orders?list=to-pack`)
    await rendered(page)
    for (const { number } of [first, second]) await page.getByLabel(`Select ${number}`).check()
    await page.getByRole('button', { name: /Tracking|Add tracking/ }).click()
    const fields = page.getByRole('textbox', { name: /Tracking number/ })
    await fields.nth(0).fill('9400111201080805483016')
    await fields.nth(1).fill('1Z5R89390357567127')
    await page.getByRole('button', { name: /Mark .*as shipped/ }).click()
    await expect(page.getByText('2 orders marked as shipped.')).toBeVisible()
  }
  const stateOf = async (number: string) => {
    await page.goto(`${shop.address}/admin/orders?q=${number}`)
    return page.locator('.order-due').innerText()
  }
  await ship()
  await page.goto(`${shop.address}/admin/orders?list=shipped`)
  await rendered(page)
  for (const { number } of [first, second]) await page.getByLabel(`Select ${number}`).check()
  await page.getByRole('button', { name: 'Undo shipped' }).click()
  await expect(page.getByText('2 orders go back to Packed')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Undo shipped' }).click()
  await expect(page.getByText('2 orders back in Packed.')).toBeVisible()
  expect(await stateOf(first.number)).toBe('Packed')
  expect(await stateOf(second.number)).toBe('Packed')

  // One of them again, without a script.
  await page.getByRole('link', { name: second.number }).click()
  await page.getByLabel('Tracking number').fill('1Z5R89390357567127')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const quiet = await plain.newPage()
  await quiet.goto(`${shop.address}/admin/orders?list=shipped`)
  await quiet.getByLabel(`Select ${second.number}`).check()
  await quiet.getByRole('button', { name: 'Undo shipped' }).click()
  await quiet.getByRole('button', { name: 'Undo shipped' }).click()
  await expect(quiet.getByText('1 order back in Packed.')).toBeVisible()
  await plain.close()
})
