import type { Page } from '@playwright/test'
import { deskPaths } from '#desk/desk-paths.ts'
import { arrivesAtOrder, buyer, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { invite } from './desk-test.ts'
import { test } from './look-alike-test.ts'
import { describeRealPolicy } from './real-policy.ts'
import { expect } from './shop-test.ts'

test.use({ square: 'sandbox' })
describeRealPolicy('sandbox')

function stepsOf(page: Page) {
  const list = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Finish setting up' }) })
  return { list, step: (title: string) => list.getByRole('listitem').filter({ hasText: title }) }
}

test('Today shows the owner what is left before real cards are charged, until it is dismissed', async ({
  page,
  lookAlike,
}) => {
  const { link } = await invite(lookAlike)
  // Only the browser resolves the shop's name.
  await page.goto(link)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible()
  await page.goto(deskPaths.today())
  const { list, step } = stepsOf(page)
  await expect(step('Connect Square')).toContainText('Done')
  await expect(step('Take real cards').getByRole('link', { name: 'Read', exact: true })).toBeVisible()

  const dialog = await openCheckout(page)
  await fillAddress(dialog, buyer('go-live'))
  await fillCard(page)
  await payButton(page).click()
  await arrivesAtOrder(page)
  await expect(async () => {
    await page.goto(deskPaths.today())
    await expect(step('Place a test order')).toContainText('Done', { timeout: 1000 })
    await expect(step('Receive a webhook')).toContainText('Done', { timeout: 1000 })
  }).toPass()
  await expect(step('Refund part of it')).not.toContainText('Done')

  await step('Refund part of it').getByRole('link', { name: 'How' }).click()
  await expect(page.getByRole('heading', { name: 'A refund' })).toBeInViewport()
  await page.goBack()
  await list.getByRole('button', { name: 'I’m done' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I’m done' }).click()
  await expect(list).toHaveCount(0)
})
