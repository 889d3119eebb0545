import { expectNoViolations } from './axe.ts'
import { arrivesAtOrder, buyer, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { expect, test } from './shop-test.ts'

const DAY = '(Mon|Tue|Wed|Thu|Fri), \\w{3} \\d{1,2}'

test('says what happens next and when, and offers ways to save the page', async ({
  page,
  context,
  browser,
  isMobile,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const dana = buyer(`next-${isMobile ? 'phone' : 'desk'}`)
  const dialog = await openCheckout(page)
  await fillAddress(dialog, dana)
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  await expect(page.getByText(`We’ve emailed your confirmation to ${dana.email}.`)).toBeVisible()

  const steps = page.getByRole('region', { name: 'What happens next' }).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(0)).toContainText('Order placed, done')
  await expect(steps.nth(0)).toContainText('Paid with Visa ending in 1111. You can cancel until we pack it.')
  await expect(steps.nth(2)).toHaveText(new RegExp(`^By ${DAY}On its way`))
  await expect(steps.nth(3)).toHaveText(new RegExp(`^${DAY} to ${DAY}Usually arrives`))
  await expect(steps.nth(3)).toContainText('To Dana Whitfield, 12 Elm Street, Provo, UT 84601, United States.')
  await expect(steps.nth(4).getByRole('link', { name: 'How to use it' })).toHaveAttribute('href', '/routine-guide')
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(page.url())
  await expect(page.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/shop-all')

  const friend = await browser.newContext({ javaScriptEnabled: false })
  const later = await friend.newPage()
  await later.goto(link)
  await expect(later.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  await expect(later.getByRole('heading', { name: 'Usually arrives' })).toBeVisible()
  await expect(later.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await expect(later.getByRole('link', { name: 'Add to calendar' })).toBeVisible()
  await friend.close()
})
