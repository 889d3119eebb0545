import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { ORDER_SCREENS, SCREENS, TABBED_SCREENS, TICKED_SCREENS } from './desk-screens.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const WIDTHS = { phone: [320, 360], wide: [768, 1280] }

test('has no axe violations, and no overflow at any width, on any screen', async ({ page, shop, isMobile }) => {
  // Fifty pages in one tab take a busy machine longer than any other test.
  test.slow()
  const { number } = await shop.order('Featherstonehaugh')
  await shop.review('Something to decide', 'pure-bloom')
  await shop.review('And another one', 'pure-bloom')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  const link = (await page.getByRole('link', { name: number }).getAttribute('href')) ?? ''
  const order = link.split('?', 1)[0] ?? ''
  const ticked = `?id=${order.split('/').at(-1)}`
  const screens = [
    ...SCREENS,
    ...TABBED_SCREENS,
    ...ORDER_SCREENS.map((screen) => order + screen),
    ...TICKED_SCREENS.map((screen) => screen + ticked),
  ]
  for (const screen of screens) {
    await test.step(screen, async () => {
      await page.goto(shop.address + screen)
      for (const width of WIDTHS[isMobile ? 'phone' : 'wide']) {
        await page.setViewportSize({ width, height: 740 })
        await expectNoOverflow(page, width, screen)
      }
      await expectNoViolations(page)
    })
  }
})

async function expectNoOverflow(page: Page, width: number, screen: string): Promise<void> {
  if (TABBED_SCREENS.includes(screen))
    // The tabs come first; a list below them may have filters of its own.
    await expect(page.getByRole('main').locator('nav [aria-current]').first()).toBeInViewport({
      // A strip of tabs scrolls by whole pixels.
      ratio: 0.99,
    })
  for (const sheet of await page.getByRole('main').locator('details').all())
    await sheet.evaluate((element: HTMLDetailsElement) => (element.open = true))
  await rendered(page)
  // A phone grows its innerWidth with overflowing content; the screen stays the same.
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth, `${screen} at ${width}`).toBeLessThanOrEqual(width)
}

test('whatever is pressed is high enough for a thumb @phone', async ({ page, shop }) => {
  const { number } = await shop.order('Gundersen')
  await shop.review('For the thumb', 'pure-bloom')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  const order = (await page.getByRole('link', { name: number }).getAttribute('href')) ?? ''
  const screens = [
    '/admin',
    '/admin/orders',
    order,
    '/admin/reviews',
    '/admin/catalogue',
    '/admin/taxes',
    '/admin/customers',
    '/admin/audit',
  ]
  for (const screen of screens) {
    await page.goto(shop.address + screen)
    await rendered(page)
    const low = await page
      .locator('main')
      .locator(
        `button, summary, .button, .chip, nav a, h3 > a, li > a, .activity-links > a${screen === order ? ', p > a, dd a' : ''}`,
      )
      .evaluateAll((all) =>
        all
          .map((element) => [element.textContent, element.getBoundingClientRect().toJSON() as DOMRect] as const)
          .filter(([, { width, height }]) => width > 1 && height < 43.5)
          .map(([text, { height }]) => `${text.trim()}: ${Math.round(height)}`),
      )
    expect(low, screen).toEqual([])
  }
})

test('offers to restore only what can be restored', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/audit?action=operator.sign-in`)
  await expect(page.getByText('signed in').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden()
})

test('has no axe violations with a sheet, a table, a question or a message open', async ({ page, shop, isMobile }) => {
  await shop.review('To be withheld', 'pure-bloom')
  // Before the first one, Today has no charts.
  await shop.order('Quill')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/reviews`)
  const card = page.getByRole('article', { name: 'To be withheld' })
  for (const sheet of ['Withhold', 'Reply', 'Redact']) {
    await card.getByText(sheet, { exact: true }).first().click()
    await expectNoViolations(page)
  }
  await card.getByLabel('Words to redact, exactly as written').fill('Soft')
  await card.getByRole('button', { name: 'Redact' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Publish' }).click()
  // The words to redact were typed, but not sent.
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin/team`)
  await page.getByLabel('Email').fill(`${isMobile ? 'kim' : 'lee'}@bloomera.example`)
  await page.getByRole('button', { name: 'Create invitation' }).click()
  await expect(page.getByLabel('Invitation link')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin`)
  await page.getByText('View as table').last().click()
  await expect(page.getByRole('table', { name: 'Sales' })).toBeVisible()
  await expectNoViolations(page)
})
