import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'

const SCREENS = [
  '/admin',
  '/admin?by=month',
  '/admin/reviews',
  '/admin/reviews?list=published',
  '/admin/reviews?list=withheld',
  '/admin/audit',
  '/admin/audit?actor=nobody',
  '/admin/account',
  '/admin/team',
  '/admin/nothing',
  '/admin/sign-in',
  '/admin/link/none',
]

test('axe finds nothing on any screen, and nothing sticks out of it', async ({ page, shop }) => {
  test.setTimeout(120_000)
  await shop.review('Something to decide', 'pure-bloom')
  await shop.review('And another one', 'pure-bloom')
  await signIn(page, shop)
  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.goto(shop.address + screen)
      await expectNoViolations(page)
    })
  }
})

test('axe finds nothing with a sheet, a table, a question or a message open', async ({ page, shop, isMobile }) => {
  test.setTimeout(120_000)
  await shop.review('To be withheld', 'pure-bloom')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/reviews`)
  const card = page.getByRole('article', { name: 'To be withheld' })
  for (const sheet of ['Withhold', 'Reply', 'Black out']) {
    await card.getByText(sheet, { exact: true }).first().click()
    await expectNoViolations(page)
  }
  await card.getByLabel('Words, exactly as they stand there').fill('Soft')
  await card.getByRole('button', { name: 'Black out' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published 1 review.')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin/team`)
  await page.getByLabel('E-mail').fill(`${isMobile ? 'kim' : 'lee'}@bloomera.example`)
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  await expect(page.getByLabel('Link to copy')).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`${shop.address}/admin`)
  await page.getByText('as a table').first().click()
  await expect(page.getByRole('table', { name: 'Sales' })).toBeVisible()
  await expectNoViolations(page)
})
