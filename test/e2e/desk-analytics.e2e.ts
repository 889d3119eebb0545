import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'

const today = () => shopDay(new Date())

test('shows sales after refunds over the chosen days, next to the days before', async ({ page, shop }) => {
  const { number } = await shop.order('Quintero')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin`)
  const analytics = page.locator('#analytics')
  await expect(analytics.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
  await expect(analytics.getByText('A refund counts on the day it’s made')).toBeVisible()
  const headline = analytics.locator('.charts .chart-headline')
  const before = dollars(await headline.innerText())
  expect(before).toBeGreaterThan(0)

  // The last point is today; the arrow keys show it.
  const points = analytics.getByRole('group', { name: 'Sales after refunds by day' }).getByRole('radio')
  await expect(points).toHaveCount(30)
  await points.nth(28).focus()
  await page.keyboard.press('ArrowRight')
  await expect(points.nth(29)).toBeFocused()
  const tips = analytics.locator('.charts .chart-tip')
  await expect(tips.nth(29)).toHaveCSS('opacity', '1')
  await expect(tips.nth(28)).toHaveCSS('opacity', '0')
  await expect(tips.nth(29)).toContainText('$')
  // A tile's values too, each tile on its own.
  const orders = analytics.getByRole('group', { name: 'Orders over time' })
  await orders.getByRole('radio').nth(28).focus()
  await page.keyboard.press('ArrowRight')
  await expect(orders.getByRole('radio').nth(29)).toBeFocused()
  await expect(orders.locator('.chart-tip').nth(29)).toHaveCSS('opacity', '1')
  await expect(orders.locator('.chart-tip').nth(29)).toHaveText(/: [1-9]\d*$/)
  await expectNoViolations(page)
  await analytics.getByText('View as table').click()
  await expect(analytics.getByRole('table', { name: 'Sales' })).toBeVisible()
  await expectNoViolations(page)

  await analytics.getByRole('link', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/\?days=7#analytics$/)
  await expect(analytics.getByRole('heading', { name: 'Last 7 days' })).toBeVisible()
  await expect(points).toHaveCount(7)
  await analytics.getByRole('link', { name: 'Hide comparison' }).click()
  await expect(page).toHaveURL(/\?days=7&compare=no#analytics$/)
  await expect(analytics.getByText('Compared with')).toBeHidden()

  const csv = await page.request.get(
    new URL((await analytics.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '', page.url()).href,
  )
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[0]).toBe(
    '"From","To","Sales","Refunds","Sales after refunds","Orders","Average order","Orders with a discount","Codes issued","Reviews","Average rating"',
  )
  expect(lines.at(-1)).toMatch(new RegExp(`^"${today()}","${today()}",`))

  await analytics.getByText('Choose days').click()
  await analytics.getByLabel('From').fill(addDays(today(), -4))
  await analytics.getByLabel('To').fill(addDays(today(), -1))
  await analytics.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${addDays(today(), -4)}&to=${addDays(today(), -1)}&compare=no`))
  await expect(points).toHaveCount(4)
  await page.goto(`${shop.address}/admin?from=${today()}&to=${addDays(today(), -1)}`)
  await expect(analytics.getByRole('alert')).toHaveText(
    'The first day must be before the last. These are the last 30 days.',
  )
  await expectNoViolations(page)

  // A full refund returns today to what it was without the order.
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await page.getByText('Cancel', { exact: true }).click()
  await page.getByLabel('Reason').last().fill('They asked')
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.locator('#order-state')).toHaveText('Canceled')
  await page.goto(`${shop.address}/admin`)
  expect(dollars(await headline.innerText())).toBeLessThan(before)
})

test('days of your own that include today follow new orders @wide', async ({ page, shop }) => {
  await shop.order('Rask')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin?from=${addDays(today(), -1)}&to=${today()}`)
  const count = page.locator('.chart-tile').filter({ hasText: 'Orders' }).first().locator('.chart-headline')
  await count.scrollIntoViewIfNeeded()
  const before = Number(await count.innerText())
  expect(before).toBeGreaterThan(0)
  await shop.order('Sorensen')
  await expect(count).not.toHaveText(String(before))
  // While a day is being typed, the form stays.
  await page.getByLabel('From').fill(addDays(today(), -3))
  await page.getByRole('heading', { level: 1 }).click()
  const typed = await count.innerText()
  const heard = page.waitForResponse((response) => response.url().endsWith('/admin/badges'))
  await shop.order('Tamm')
  await heard
  await expect(page.getByLabel('From')).toHaveValue(addDays(today(), -3))
  await expect(count).toHaveText(typed)
})

function dollars(text: string): number {
  return Number(text.replaceAll(/[$,]/g, ''))
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('range, comparison and values work with links, forms and hovering @wide', async ({ page, shop }) => {
    await shop.order('Quill')
    await signIn(page, shop, 'read-only')
    await page.goto(`${shop.address}/admin`)
    const analytics = page.locator('#analytics')
    await analytics.getByRole('link', { name: '90 days' }).click()
    await expect(page).toHaveURL(/days=90/)
    const tips = analytics.locator('.charts .chart-tip')
    await expect(tips).toHaveCount(90)
    await analytics.locator('.charts .chart-points > label').last().hover()
    await expect(tips.last()).toHaveCSS('opacity', '1')
    await analytics.getByText('Choose days').click()
    await analytics.getByLabel('From').fill('2026-01-01')
    await analytics.getByLabel('To').fill('2026-06-30')
    await analytics.getByRole('button', { name: 'Show' }).click()
    await expect(analytics.getByRole('group', { name: 'Sales after refunds by week' })).toBeAttached()
  })
})
