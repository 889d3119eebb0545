import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

test('ships part of an order, shows what is left, and ships the rest without a script', async ({
  page,
  shop,
  browser,
}) => {
  const { number, email } = await shop.order('Castellano')
  await signIn(page, shop, 'owner')
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  const order = page.url()
  await page.getByRole('link', { name: 'Ship part of it' }).click()
  await expect(page.getByRole('heading', { name: 'Ship part of it' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  const quantity = page.getByRole('combobox', { name: /^Quantity of/ }).first()
  await quantity.selectOption('2')
  await page.getByRole('button', { name: 'Ship these items' }).click()
  await expect(page.getByRole('alert')).toContainText('That’s everything.')
  await expectNoViolations(page)
  await quantity.selectOption('1')
  await page.getByLabel('Tracking number').fill('9400 1112 0108 0805 4830 16')
  await page.getByRole('button', { name: 'Ship these items' }).click()
  await expect(page.getByText('Part of the order marked as shipped.')).toBeVisible()
  await expect(page.locator('#order-state')).toHaveText('Partly shipped')
  await expect(page.getByText('Still to ship')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Packing slip 1' }).click()
  await expect(page.locator('.slip-count')).toHaveText('1')
  await page.goto(`${shop.address}/admin/orders?list=partly-shipped`)
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await expect(async () => {
    await page.goto(`${shop.address}/mailbox`)
    await expect(
      page
        .getByRole('link')
        .filter({ hasText: `Part of order ${number}` })
        .filter({ hasText: email }),
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
  await quiet.getByLabel('Tracking number').fill('1Z5R89390357567127')
  await quiet.getByRole('button', { name: 'Ship the rest' }).click()
  await expect(quiet.locator('#order-state')).toHaveText('Shipped')
  // The latest package is undone, and shipped again.
  await quiet.getByRole('link', { name: 'Undo shipped' }).click()
  await expect(quiet.getByText('The others stay shipped.')).toBeVisible()
  await quiet.getByRole('button', { name: 'Undo shipped' }).click()
  await expect(quiet.getByText('The latest package is taken back.')).toBeVisible()
  await quiet.getByLabel('Tracking number').fill('1Z5R89390357567127')
  await quiet.getByRole('button', { name: 'Ship the rest' }).click()
  await plain.close()

  await page.goto(order)
  await page.getByRole('link', { name: 'Customer’s order page' }).click()
  await expect(page.getByText('Package 2')).toBeVisible()
  await expect(page.getByRole('link', { name: /9400111201080805483016/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /1Z5R89390357567127/ })).toBeVisible()
  await expectNoViolations(page)
})
