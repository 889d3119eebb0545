import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'

test('shows a new shipping rate in the preview and the shop, and no longer after undo @wide', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/settings/shipping`)
  await page.getByLabel('Flat rate ($)').fill('5')
  await page.getByLabel('Free shipping from ($)').fill('60')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'What will change' })).toBeVisible()
  await expect(page.getByRole('insertion').first()).toHaveText('$60')
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Save shipping' }).click()
  await expect(page.getByText('Shipping is $5.00, free from $60.00, as of now.')).toBeVisible()
  const shopper = await page.context().newPage()
  await expect
    .poll(async () => {
      await shopper.goto(`${shop.address}/products/pure-bloom`)
      return shopper.getByText('Free Shipping on Orders Over $60').isVisible()
    })
    .toBe(true)
  await expect(shopper.getByText('Add this and you’re $35.00 away from free shipping')).toBeVisible()
  await shopper.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await shopper.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(shopper.getByText('$5.00', { exact: true })).toBeVisible()
  await shopper.close()

  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.getByLabel('Flat rate ($)')).toHaveValue('9.99')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('adds a tax rate for a future day and cancels it @phone', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/settings/taxes`)
    await page.getByLabel('State').selectOption('Colorado')
    await page.getByLabel('Rate (%)').fill('2.9')
    await page.getByLabel('From', { exact: true }).fill('2099-01-01')
    await page.getByRole('button', { name: 'Add rate' }).click()
    await expect(page.getByText('Colorado is 2.90% from January 1, 2099.')).toBeVisible()
    await page.getByRole('button', { name: /^Cancel/ }).click()
    await expect(page.getByText('Rate canceled.')).toBeVisible()
  })
})

test('finds a setting in the list, changes the business’s phone number, and updates every page', async ({
  page,
  shop,
  isMobile,
}) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin`)
  if (isMobile) await page.getByText('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).filter({ visible: true }).click()
  await expect(page.getByRole('link', { name: /^Inventory Low at 12$/ })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Business details/ }).click()

  await page.getByLabel('Phone').fill('(801) 555-0177')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Was (801) 555-0142')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What will change' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Business details saved.')).toBeVisible()
  const shopper = await page.context().newPage()
  for (const path of ['/', '/contact', '/products/pure-bloom'])
    await expect
      .poll(async () => {
        await shopper.goto(shop.address + path)
        return shopper.getByRole('contentinfo').getByText('(801) 555-0177').isVisible()
      })
      .toBe(true)
  await shopper.close()

  await page.getByRole('button', { name: /Undo/ }).click()
  await expect(page.getByLabel('Phone')).toHaveValue('(801) 555-0142')
  if (isMobile) await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
  else await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByRole('heading', { name: isMobile ? 'Settings' : 'Backups', level: 1 })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('changes the hours, shows why they are refused, and searches the list @wide', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/settings/hours`)
    await page.getByLabel('Saturday, opens').fill('10:00')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Enter both times, or neither if you’re closed.')).toBeVisible()
    await expect(page.getByLabel('Saturday, opens')).toHaveValue('10:00')
    await page.getByLabel('Saturday, closes').fill('14:00')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Hours & contact saved.')).toBeVisible()
    await page.goto(`${shop.address}/contact`)
    await expect(page.getByText('10:00 AM-2:00 PM MST')).toBeVisible()
    await page.goto(`${shop.address}/admin/settings`)
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('sender')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: /^Email sender/ }).click()
    await expect(page.getByLabel('Sender name')).toHaveValue('Bloomera')
  })
})
