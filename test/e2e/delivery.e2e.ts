import type { Page } from '@playwright/test'
import { DEFAULT_DELIVERY } from '../../src/domain/business/shop-settings.ts'
import { arrivalOf, arrivalText } from '../../src/domain/orders/delivery-estimate.ts'
import { nearStates } from '../../src/domain/orders/neighbor-states.ts'
import type { StateCode } from '../../src/domain/orders/us-states.ts'
import { shopDay } from '../../src/domain/time/display.ts'
import { expectNoViolations } from './axe.ts'
import { openCheckout } from './checkout-page.ts'
import { expect as expectOfDesk, signIn, test as deskTest } from './desk-test.ts'
import { expect, hydrated, test } from './shop-test.ts'

const PRODUCT = '/products/pure-bloom'
const delivery = { ...DEFAULT_DELIVERY, near: nearStates('UT') }

/** As the page must show it for an order at that moment. */
function expected(now: Date, state?: StateCode): string {
  return `Usually arrives ${arrivalText(arrivalOf(delivery, shopDay(now), state))}`
}

const promise = (page: Page) => page.locator('.arrival-promise')

/** On a phone the estimate is below the first screen, and its days are computed when it comes into view. */
async function openProduct(page: Page): Promise<void> {
  await page.goto(PRODUCT)
  await promise(page).scrollIntoViewIfNeeded()
}

test('names days for the visitor’s state on product page, cart and checkout, and remembers it', async ({ page }) => {
  await openProduct(page)
  await expect(promise(page)).toContainText(expected(new Date()))
  const state = page.getByRole('combobox', { name: 'Ships to' })
  await state.selectOption('Utah')
  await expect(promise(page)).toContainText(expected(new Date(), 'UT'))
  await expectNoViolations(page)
  await page.reload()
  await promise(page).scrollIntoViewIfNeeded()
  await expect(promise(page)).toContainText(expected(new Date(), 'UT'))

  const dialog = await openCheckout(page)
  await expect(dialog.getByText(`${expected(new Date(), 'UT')} in Utah.`)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'State' }).selectOption('HI')
  await expect(dialog.getByText(`${expected(new Date(), 'HI')} in Hawaii.`)).toBeVisible()
  await expectNoViolations(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText(`${expected(new Date(), 'HI')} in Hawaii.`)).toBeVisible()
  await expectNoViolations(page)
})

test('moves on at midnight in Utah, whatever the visitor’s clock says @wide', async ({ page }) => {
  const evening = new Date('2026-11-16T23:30:00-07:00')
  await page.clock.install({ time: evening })
  await page.goto(PRODUCT)
  await hydrated(page)
  await expect(promise(page)).toContainText('Usually arrives Fri, Nov 20 to Tue, Dec 1')
  await page.clock.runFor('31:00')
  await expect(promise(page)).toContainText('Usually arrives Mon, Nov 23 to Wed, Dec 2')
})

test('does not shift the page when days become dates', async ({ page, browser }) => {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'shifts', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(globalThis, 'shifts', Reflect.get(globalThis, 'shifts') + Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openProduct(page)
  await expect(promise(page)).toContainText(expected(new Date()))
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts') as number)).toBeLessThan(0.01)
  const height = (of: Page) => promise(of).evaluate((element) => element.getBoundingClientRect().height)
  const withoutScripts = await browser.newPage({ javaScriptEnabled: false, viewport: page.viewportSize() })
  await withoutScripts.goto(page.url())
  expect(await height(page)).toBe(await height(withoutScripts))
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a cached page counts in days, which stay true past midnight @phone', async ({ page }) => {
    await page.goto(PRODUCT)
    await expect(promise(page)).toHaveText('Usually arrives 4 to 10 business days after you order')
  })
})

test('tells search engines how long it takes @wide', async ({ request }) => {
  const html = await (await request.get(PRODUCT)).text()
  expect(html).toContain('"deliveryTime":{"@type":"ShippingDeliveryTime"')
  expect(html).toContain('"transitTime":{"@type":"QuantitativeValue","minValue":2,"maxValue":8,"unitCode":"DAY"}')
})

deskTest(
  'the owner changes handling and days off, and every page shows it; turned off, no page shows a day @wide',
  async ({ page, shop }) => {
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/settings/delivery`)
    await page.getByLabel('Handling (business days)').fill('5')
    await page.getByLabel('No packing on').fill('12/24/2026')
    await page.getByRole('button', { name: /^Save/ }).click()
    const shopper = await page.context().newPage()
    await expectOfDesk
      .poll(async () => {
        await shopper.goto(shop.address + PRODUCT)
        return (await shopper.content()).includes('"maxValue":5')
      })
      .toBe(true)
    await page.goto(`${shop.address}/admin/settings/delivery`)
    await expectOfDesk(page.getByLabel('No packing on')).toHaveValue('12/24/2026')
    await page.getByLabel('Tell customers').uncheck()
    await page.getByRole('button', { name: /^Save/ }).click()
    await expectOfDesk
      .poll(async () => {
        await shopper.goto(shop.address + PRODUCT)
        return (await shopper.content()).includes('sually arrives')
      })
      .toBe(false)
  },
)
