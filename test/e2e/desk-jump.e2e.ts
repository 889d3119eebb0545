import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'

test('Ctrl K finds a screen, an order, a product and a customer with the keyboard', async ({
  page,
  shop,
  isMobile,
}) => {
  const lastName = isMobile ? 'Ezeudo' : 'Iwuchukwu'
  const { number, email } = await shop.order(lastName)
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/taxes`)
  // The script listens once it has run.
  const input = page.getByRole('combobox', { name: 'Screen, order, product or customer' })
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(input).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('listbox').getByRole('option', { name: /^Today/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await input.fill(lastName.toLowerCase())
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(number)
  await page.keyboard.press('ArrowDown')
  const customer = page.getByRole('listbox').getByRole('option', { name: email })
  await expect(customer).toHaveAttribute('aria-selected', 'true')
  await expect(input).toHaveAttribute('aria-activedescendant', (await customer.getAttribute('id')) ?? '')
  await expectNoViolations(page)
  await input.fill('zebra')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found.' })).toBeVisible()
  await input.fill('pure bloom')
  await expect(page.getByRole('listbox').getByRole('option', { name: /^Pure Bloom/ })).toBeVisible()
  await input.fill(number)
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
  await page.goto(`${shop.address}/admin/jump?q=taxes`)
  await expectNoViolations(page)
})
