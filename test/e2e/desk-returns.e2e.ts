import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

test('records a return, emails where to send it, receives it without a script, and refunds it', async ({
  page,
  shop,
  browser,
}) => {
  const { number, email } = await shop.order('Ferreira')
  await signIn(page, shop, 'owner')
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  const order = page.url()
  await page.getByText('Ship now').click()
  await page.getByLabel('Tracking number (optional)').fill('9400111201080805483016')
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.locator('#order-state')).toHaveText('Shipped')

  await page.getByRole('link', { name: 'Record return' }).click()
  await expect(page.getByRole('heading', { name: 'Record return' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  // A form with errors is shown again as it was filled in.
  await page.getByLabel('Reason').selectOption('Other')
  await page.getByRole('button', { name: 'Record return' }).click()
  await expect(page.getByText('Say in a few words why.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByLabel('More about it').fill('The pump sticks')
  await page
    .getByRole('combobox', { name: /^Quantity of/ })
    .first()
    .selectOption('1')
  await page.getByRole('button', { name: 'Record return' }).click()
  await expect(page.getByText('Return recorded.')).toBeVisible()
  await expect(page.locator('#order-state')).toContainText('Return expected')
  await rendered(page)
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin/orders?list=returns`)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await expect(async () => {
    await page.goto(`${shop.address}/mailbox`)
    await expect(
      page.getByRole('link').filter({ hasText: 'how to send it back' }).filter({ hasText: email }),
    ).toBeVisible({
      timeout: 1000,
    })
  }).toPass()

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const quiet = await plain.newPage()
  await quiet.goto(order)
  await quiet.getByRole('link', { name: 'Receive' }).click()
  await quiet.getByRole('combobox', { name: /^Condition of/ }).selectOption('Opened')
  await quiet.getByRole('button', { name: 'Receive return' }).click()
  await expect(quiet.getByText('Return received.')).toBeVisible()
  await plain.close()

  await page.goto(order)
  await page.getByRole('link', { name: 'Refund these items' }).click()
  await expect(page.getByText('Stock was updated when you received the return.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: /^Quantity of/ }).first()).toHaveValue('1')
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Review refund' }).click()
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByText(/^Refunding \$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refund these items' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Customer’s order page' }).click()
  await expect(page.getByRole('heading', { name: 'Your return' })).toBeVisible()
  await expect(page.getByText('We got it back on')).toBeVisible()
  await expectNoViolations(page)
})
