import type { APIResponse, Page, Route } from '@playwright/test'
import type { PaymentResponse } from '#contract/checkout.ts'
import { MESSAGES } from '#contract/messages.ts'
import { expectNoViolations } from './axe.ts'
import { cardFormReady, fillCard } from './checkout-page.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { hydrated, rendered } from './shop-test.ts'
import { tabTo } from './tab-walk.ts'

async function openOrder(page: Page, shop: DeskShop, number: string): Promise<void> {
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
}

async function moveTo(page: Page, place: { city: string; state: string; zip: string }): Promise<void> {
  await page.getByRole('link', { name: 'Edit address' }).click()
  await page.getByLabel('City').fill(place.city)
  await page.getByLabel('State').selectOption(place.state)
  await page.getByLabel('ZIP code').fill(place.zip)
  await page.getByRole('button', { name: 'Save and email the customer' }).click()
}

/** Bought in Utah, moved to New York, so the tax is refunded, and back to Utah, so it's requested. */
async function askForTax(page: Page): Promise<string> {
  await moveTo(page, { city: 'New York', state: 'NY', zip: '10001' })
  await page.getByRole('button', { name: 'Save and refund $3.58' }).click()
  await moveTo(page, { city: 'Provo', state: 'UT', zip: '84601' })
  await expect(page.getByRole('heading', { name: 'More sales tax', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Save and ask for $3.58' }).click()
  await expect(page.getByText('The customer gets an email with a link to pay $3.58 sales tax.')).toBeVisible()
  return (await page.getByRole('link', { name: 'Customer’s order page' }).getAttribute('href')) ?? ''
}

/** An order at the desk whose customer was asked to pay tax, and the path of the customer's page. */
async function askedOrder(
  page: Page,
  shop: DeskShop,
  lastName: string,
): Promise<{ number: string; orderPath: string }> {
  const { number } = await shop.order(lastName)
  await signIn(page, shop)
  await openOrder(page, shop, number)
  return { number, orderPath: await askForTax(page) }
}

/** The customer's page with the card filled in; the connection is lost during the payment's response. */
async function payAsConnectionIsLost(
  page: Page,
  address: string,
  answer: (route: Route, response: APIResponse) => Promise<void>,
): Promise<void> {
  await page.goto(address)
  await hydrated(page)
  await fillCard(page)
  await page.route('**/pay-balance', async (route) => {
    const response = await route.fetch()
    const { problem } = (await response.json()) as PaymentResponse
    if (problem === 'proof') return route.fulfill({ response })
    await page.context().setOffline(true)
    return answer(route, response)
  })
  await page.getByRole('button', { name: 'Pay $3.58' }).click()
}

test('the owner asks for more sales tax, the buyer pays it by card, and the order shows it', async ({ page, shop }) => {
  const { number, orderPath } = await askedOrder(page, shop, 'Castellano')
  await expect(page.getByText('Waiting for $3.58', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Send again' }).first().click()
  await expect(page.getByText('Email sent again.')).toBeVisible()
  const orderAtDesk = page.url()

  await page.goto(`${shop.address}${orderPath}#pay`)
  await hydrated(page)
  await expect(page.getByRole('heading', { name: '$3.58 is left to pay' })).toBeInViewport()
  await cardFormReady(page)
  await expectNoViolations(page)
  await fillCard(page, { number: '4000000000000002' })
  await page.getByRole('button', { name: 'Pay $3.58' }).click()
  await expect(page.getByText('Your card was declined. Please try another card.')).toBeVisible()
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $3.58' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible()
  await expect(page.getByText('Sales tax, paid later')).toBeVisible()
  await rendered(page)
  await expectNoViolations(page)
  const { capturedCents } = await shop.square.ledger()
  expect([capturedCents[number], capturedCents[`${number}-3`]]).toEqual([6357, 358])

  await page.goto(orderAtDesk)
  await expect(page.getByText('The customer paid $3.58.')).toBeVisible()
  await expect(page.getByText('Waiting for $3.58')).toHaveCount(0)
  await rendered(page)
  await expectNoViolations(page)
})

test('the card form appears when the button is pressed, by keyboard alone @wide', async ({ page, shop }) => {
  const { orderPath } = await askedOrder(page, shop, 'Dahl')
  await page.goto(`${shop.address}${orderPath}`)
  await hydrated(page)
  await tabTo(page.getByRole('button', { name: 'Pay $3.58 by card' }))
  await page.keyboard.press('Enter')
  await fillCard(page)
  await tabTo(page.getByRole('button', { name: 'Pay $3.58', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ isConsoleQuiet: false })

  test('a payment whose response is lost is not called unpaid, and shows up after a reload @wide', async ({
    page,
    context,
    shop,
  }) => {
    const { number, orderPath } = await askedOrder(page, shop, 'Fontaine')
    await payAsConnectionIsLost(page, `${shop.address}${orderPath}#pay`, (route) => route.abort())
    await expect(page.getByRole('alert').getByText(MESSAGES.balanceUnknown)).toBeVisible()
    // The keyboard focus is back on the button.
    await expect(page.getByRole('button', { name: 'Pay $3.58' })).toBeFocused()
    await context.setOffline(false)
    expect((await shop.square.ledger()).captures[`${number}-2`]).toBe(1)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible()
  })
})

test.describe('while something is away', () => {
  test.use({ isConsoleQuiet: false })

  test('a payment that succeeds as the connection is lost removes the form, and the order shows it later @wide', async ({
    page,
    context,
    shop,
  }) => {
    const { orderPath } = await askedOrder(page, shop, 'Haldane')
    await payAsConnectionIsLost(page, `${shop.address}${orderPath}#pay`, (route, response) =>
      route.fulfill({ response }),
    )
    await expect(page.locator('#pay').getByText('Payment of $3.58 received. Thank you.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay $3.58' })).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Thank you for your payment' })).toBeVisible()
  })

  test('a card form that can’t be loaded doesn’t suggest ordering by email @wide', async ({ page, shop }) => {
    const { orderPath } = await askedOrder(page, shop, 'Iversen')
    await page.route('**/square.js', (route) => route.abort())
    await page.goto(`${shop.address}${orderPath}#pay`)
    await hydrated(page)
    await expect(page.getByText('If that doesn’t help, contact us by email at')).toBeVisible()
    await expect(page.getByText('You can also order')).toHaveCount(0)
  })
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the owner asks, withdraws and asks again in the same steps @phone', async ({ page, shop }) => {
    const { number } = await shop.order('Eriksson')
    const [link = ''] = /http\S+/.exec(await shop.operator('add', `${crypto.randomUUID()}@bloomera.example`)) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await openOrder(page, shop, number)
    const orderPath = await askForTax(page)
    const orderAtDesk = page.url()
    await page.goto(`${shop.address}${orderPath}`)
    await expect(page.getByText('To pay by card, please turn on JavaScript.')).toBeVisible()

    await page.goto(orderAtDesk)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Request withdrawn. The customer can no longer pay it.')).toBeVisible()
    await page.goto(`${shop.address}${orderPath}`)
    await expect(page.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible()

    await page.goto(orderAtDesk)
    await page.getByRole('button', { name: 'Ask the customer for $3.58' }).click()
    await expect(page.getByText('Waiting for $3.58', { exact: true })).toBeVisible()
  })
})
