import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { arrivesAtOrder, buyer, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { expect, fullyHydrated, test } from './shop-test.ts'

const FORM = { name: 'Newsletter, in the footer' }

/** A signup through the function, which returns the code. */
async function signUp(page: Page, email: string): Promise<string> {
  const response = await page.request.post('/functions/v1/email-signup', { data: { email, website: '' } })
  return ((await response.json()) as { discountCode: string }).discountCode
}

const remembered = (page: Page) => page.evaluate(() => localStorage.getItem('bloomera-code'))

test('a signup shows its code on one line, and a tap applies it at checkout', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const email = `tap-${randomUUID()}@example.com`
  await page.goto('/about')
  await fullyHydrated(page)
  const form = page.getByRole('form', FORM)
  await form.getByRole('textbox', { name: 'Your email' }).fill(email)
  await form.getByRole('button', { name: 'Join' }).click()
  const code = form.locator('strong')
  await expect(code).toHaveText(/^BLOOM-/)
  await expect(code).toBeInViewport({ ratio: 1 })
  expect(await code.evaluate((element) => element.getClientRects().length)).toBe(1)
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Copy' }).click()
  await expect(form.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.innerText())
  expect(await remembered(page)).toBeNull()
  await form.getByRole('button', { name: 'Apply at checkout' }).click()
  await expect(form.getByText('We’ll apply it at checkout.')).toBeVisible()

  const dialog = await openCheckout(page)
  await expect(dialog.getByRole('textbox', { name: 'Discount code' })).toHaveValue(/^BLOOM-/)
  await expect(dialog.getByText('10% off. You save $4.60.')).toBeVisible()
  await expectNoViolations(page)
})

test('a link carries a code to the checkout, where it works once, and hides the first-order offer afterward @phone', async ({
  page,
}) => {
  const email = `link-${randomUUID()}@example.com`
  const code = await signUp(page, email)
  await page.goto(`/?utm_source=mail&code=${code}`)
  await expect(page.getByText(`10% off with code ${code}. We’ll apply it at checkout.`)).toBeVisible()
  await expect(page).toHaveURL('/?utm_source=mail')
  await expect(page.getByText('Get 10% off your first order.')).toBeVisible()

  const dialog = await openCheckout(page)
  await expect(page.locator('#cart-drawer').getByText(`We’ll try code ${code} at checkout.`)).toHaveCount(1)
  await expect(dialog.getByText('10% off. You save $4.60.')).toBeVisible()
  await fillAddress(dialog, { ...buyer('link'), email })
  await fillCard(page)
  // $46.00 less $4.60, shipping $9.99, tax $2.96.
  await expect(dialog.getByText('$54.35').first()).toBeVisible()
  await payButton(page).click()
  await arrivesAtOrder(page)
  await expect(page.getByText('$54.35', { exact: true })).toBeVisible()
  expect(await remembered(page)).toBeNull()

  await expect(page.getByText('Get 10% off your first order.')).toBeHidden()
  await page.goto('/')
  await fullyHydrated(page)
  await expect(page.getByRole('form', FORM)).toBeVisible()
  await expect(page.getByText('Get 10% off your first order.')).toBeHidden()
  await expect(page.getByRole('region', { name: 'Ten percent for a first drop' })).toBeHidden()
  const form = page.getByRole('form', FORM)
  await form.getByRole('textbox', { name: 'Your email' }).fill(email)
  await form.getByRole('button', { name: 'Join' }).click()
  await expect(form.getByText('You’re on the list. Thank you.')).toBeVisible()
  await expect(page.getByText(code)).toHaveCount(0)
  await expectNoViolations(page)
})

test('a link with garbage shows and remembers nothing of it @wide', async ({ page }) => {
  for (const garbage of ['CALL-1-800-SCAM', 'x'.repeat(500), '<b>free</b> oils at evil.example', '%00%ff']) {
    await page.goto(`/about?code=${encodeURIComponent(garbage)}`)
    await expect(page).toHaveURL('/about')
    await expect(page.getByText('This code is not valid.'), garbage.slice(0, 40)).toBeVisible()
    expect(await remembered(page)).toBeNull()
    await expect(page.getByText(garbage)).toHaveCount(0)
  }
  await page.goto('/about?code=NOT-A-CODE-OF-OURS')
  await expect(page.getByText('This code is not valid.')).toBeVisible()
  // Checked at once: a toast would disappear on its own eventually.
  expect(await page.getByText('NOT-A-CODE-OF-OURS').count()).toBe(0)
})

test('ignores spaces in a pasted code, and a code that was overwritten does not come back @wide', async ({ page }) => {
  const code = await signUp(page, `paste-${randomUUID()}@example.com`)
  await page.goto(`/?code=${code}`)
  await expect(page.getByText(`with code ${code}`)).toBeVisible()
  const dialog = await openCheckout(page)
  const field = dialog.getByRole('textbox', { name: 'Discount code' })
  await expect(field).toHaveValue(code)
  await expect(field).toHaveAttribute('autocapitalize', 'characters')
  await field.fill('')
  await field.blur()
  await page.getByRole('button', { name: 'Close checkout' }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(field).toHaveValue('')
  await field.fill(`  ${code.slice(0, 8)} ${code.slice(8)} `)
  await field.blur()
  await expect(field).toHaveValue(code)
  await expect(dialog.getByText('10% off. You save $4.60.')).toBeVisible()
  await field.fill(code.toLowerCase())
  await field.blur()
  await expect(dialog.getByText('This code is not valid.')).toBeVisible()
})
