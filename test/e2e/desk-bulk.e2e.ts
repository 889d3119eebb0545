import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { type DeskShop, expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

const ORDERS = 30

/** Valid USPS numbers: a sequence number and its check digit. */
function trackingNumbers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const body = `94001112010808${String(index).padStart(7, '0')}`
    const sum = Array.from(body).reduceRight((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
    return `${body}${(10 - (sum % 10)) % 10}`
  })
}

/** Clears the lists, so that a test only sees its own orders. */
async function packEverything(page: Page, shop: DeskShop): Promise<void> {
  for (const [list, button] of [
    ['to-pack', 'Mark packed'],
    ['packed', 'Mark as shipped'],
  ] as const) {
    await page.goto(`${shop.address}/admin/orders?list=${list}`)
    await rendered(page)
    if ((await boxes(page).count()) === 0) continue
    await selectAll(page)
    await barButton(page, button).click()
    const anyway = page.getByRole('button', { name: 'Confirm' })
    await expect(anyway.or(page.getByText(/orders? marked as/))).toBeVisible()
    // Only asked about orders without a tracking number.
    if (await anyway.isVisible()) await anyway.click()
    await expect(page.getByText(/orders? marked as/)).toBeVisible()
  }
}

function boxes(page: Page) {
  return page.getByRole('checkbox', { name: /^Select BLM-/ })
}

/** The labels are shorter on a phone. */
function barButton(page: Page, name: string) {
  const short: Record<string, string> = { 'Mark as shipped': 'Mark shipped', 'Add tracking': 'Tracking' }
  return page
    .getByRole('group', { name: 'Selected orders' })
    .getByRole('button', { name: new RegExp(`^(${name}|${short[name] ?? name})$`) })
}

async function selectAll(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= 960
  if (isWide) await page.getByRole('checkbox', { name: 'Select', exact: true }).click()
  else await page.getByRole('button', { name: 'Select all' }).click()
}

test('packs and ships 30 orders with at most 1.5 interactions each, even if every label is scanned', async ({
  page,
  shop,
}) => {
  test.slow()
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  for (let index = 0; index < ORDERS; index += 1) await shop.order(`Customer${index}`)
  let interactions = 0
  const count = async <Done>(work: Promise<Done>): Promise<Done> => {
    interactions += 1
    return work
  }

  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  await expect(boxes(page)).toHaveCount(ORDERS)
  await count(selectAll(page))
  await expect(page.getByText(`${ORDERS} selected`)).toBeVisible()
  await count(barButton(page, 'Mark packed').click())
  await expect(page.getByText(`${ORDERS} orders marked as packed.`)).toBeVisible()

  await count(page.getByRole('link', { name: /^Packed \d/ }).click())
  await rendered(page)
  await count(selectAll(page))
  await count(barButton(page, 'Add tracking').click())
  await rendered(page)
  // A scanner types the number and Enter: one interaction each, without touching anything else.
  for (const number of trackingNumbers(ORDERS)) {
    await count(page.keyboard.insertText(number))
    await page.keyboard.press('Enter')
  }
  await count(page.getByRole('button', { name: `Mark ${ORDERS} as shipped` }).click())
  await expect(page.getByText(`${ORDERS} orders marked as shipped. Each customer gets one email.`)).toBeVisible()
  expect(interactions / ORDERS).toBeLessThanOrEqual(1.5)

  const [first = ''] = trackingNumbers(1)
  await page.goto(`${shop.address}/admin/orders?q=${first}`)
  await expect(page.getByText('Customer0', { exact: false })).toBeVisible()
})

test('undoes packing, and pastes tracking numbers by name', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  const [ada, ben] = [await shop.order('Adair'), await shop.order('Bennett')]
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  const bar = page.getByRole('group', { name: 'Selected orders' })
  const place = await bar.boundingBox()
  await boxes(page).first().click()
  await expect(page.getByText('1 selected')).toBeVisible()
  // Nothing moves under the finger.
  expect(await bar.boundingBox()).toEqual(place)
  await expectNoViolations(page)
  await barButton(page, 'Mark packed').click()
  await expect(page.getByText('1 order marked as packed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 order back in To pack.')).toBeVisible()
  await rendered(page)
  await selectAll(page)
  await barButton(page, 'Add tracking').click()
  await rendered(page)
  const [first = '', second = ''] = trackingNumbers(2)
  await page.getByLabel(/^One number a line/).fill(`Bennett, ${second}\n${ada.number}\t${first}\nNobody, 12345678`)
  await page.getByRole('button', { name: 'Match' }).click()
  await expect(page.getByText('2 of 2 matched. Nothing is sent until you mark them as shipped.')).toBeVisible()
  await expect(page.getByText('Nobody, 12345678: none of these orders')).toBeVisible()
  await expect(page.getByLabel(`Tracking number of ${ben.number}`)).toHaveValue(second)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Mark 2 as shipped' }).click()
  await expect(page.getByText('2 orders marked as shipped. Each customer gets one email.')).toBeVisible()
})

test('recognizes the carrier while typing, warns of a typo, and moves on with Enter', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  const order = await shop.order('Castellanos')
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  await boxes(page).first().check()
  await barButton(page, 'Add tracking').click()
  await rendered(page)
  const field = page.getByLabel(`Tracking number of ${order.number}`)
  await expect(field).toBeFocused()
  await field.fill('1Z5R89390357567127')
  await expect(page.getByLabel(`Carrier of ${order.number}`).locator('option').first()).toHaveText('UPS')
  await field.fill('1Z5R89390357567128')
  await expect(page.getByText('Check it: UPS numbers like this end in another digit.')).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Mark 1 as shipped' })).toBeFocused()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('1 tracking number saved. Nothing was sent.')).toBeVisible()
})

test('gives a number typed before the session ended back to its own order, though another window shipped one @wide', async ({
  page,
  context,
  shop,
}) => {
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  const [shipped, open] = [await shop.order('Dahlquist'), await shop.order('Engstrom')]
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  await selectAll(page)
  await barButton(page, 'Add tracking').click()
  await rendered(page)
  const address = page.url()
  const [first = '', second = '', third = ''] = trackingNumbers(3)
  await page.getByLabel(`Tracking number of ${shipped.number}`).fill(first)
  await page.getByLabel(`Tracking number of ${open.number}`).fill(second)

  const other = await context.newPage()
  await other.goto(address)
  await rendered(other)
  await other.getByLabel(`Tracking number of ${shipped.number}`).fill(third)
  await other.getByRole('button', { name: 'Mark 1 as shipped' }).click()
  await expect(other.getByText('1 order marked as shipped.')).toBeVisible()
  // A list that is open asks for its changes, and would be refused in between.
  await other.goto('about:blank')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page).toHaveURL(/\/admin\/sign-in\?next=/)

  await signIn(other, shop, 'staff')
  await page.goto(address)
  await expect(page.getByText('You were signed out before this was saved.')).toBeVisible()
  await expect(page.getByLabel(/^Tracking number of/)).toHaveCount(1)
  await expect(page.getByLabel(`Tracking number of ${open.number}`)).toHaveValue(second)
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByText('1 tracking number saved. Nothing was sent.')).toBeVisible()
  for (const [number, order] of [
    [second, open.number],
    [third, shipped.number],
  ] as const) {
    await page.goto(`${shop.address}/admin/orders?q=${number}`)
    await expect(page.getByRole('link', { name: order })).toBeVisible()
  }
})

test('works with keyboard shortcuts, which can be turned off', async ({ page, shop, isMobile }) => {
  test.skip(isMobile, 'a phone has no keys')
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  for (const name of ['Abbott', 'Beckett', 'Corbett']) await shop.order(name)
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+X')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  // However many orders are in between, the buttons are one press of Tab away.
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Print slips' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Print labels' })).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('px')
  await expect(page.getByRole('searchbox')).toHaveValue('px')
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('?')
  await expectNoViolations(page)
  await page.getByLabel('Use single keys in this browser').uncheck()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('p')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('?')
  await page.getByLabel('Use single keys in this browser').check()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('p')
  await expect(page.getByText('2 orders marked as packed.')).toBeVisible()
})

test('a message over the list neither covers the alert above nor moves what is below', async ({ page, shop }) => {
  await signIn(page, shop)
  await packEverything(page, shop)
  await shop.square.setFault('400', { count: 1, path: '/v2/refunds', method: 'POST' })
  const { number } = await shop.order('Refused')
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await rendered(page)
  await page.getByRole('link', { name: number }).click()
  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByLabel('Amount in dollars').fill('1.00')
  await page.getByLabel('Reason', { exact: true }).first().fill('Leaked')
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click()
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  const alerts = page.getByRole('link', { name: 'View alerts' })
  await expect(alerts).toBeVisible({ timeout: 30_000 })
  const title = page.getByRole('heading', { name: 'Orders', level: 1 })
  const before = await title.boundingBox()

  await selectAll(page)
  await barButton(page, 'Mark packed').click()
  await expect(page.getByText('1 order marked as packed.')).toBeInViewport({ ratio: 1 })
  expect(await title.boundingBox()).toEqual(before)
  await alerts.click()
  // The money check may have raised another one.
  await expect(async () => {
    const seen = page.getByRole('button', { name: 'Mark as seen' })
    if ((await seen.count()) > 0) await seen.first().click({ timeout: 2000 })
    await expect(alerts).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
})

test('prints one slip or label a page for all selected orders', async ({ page, shop }) => {
  await signIn(page, shop, 'staff')
  await packEverything(page, shop)
  for (const name of ['Wolfeschlegelstein'.repeat(4), 'Oh', 'Lee']) await shop.order(name)
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  await selectAll(page)
  const ids = await boxes(page).evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => `id=${value}`))
  await barButton(page, 'Print slips|Slips').click()
  await expect(page.getByRole('heading', { name: '3 packing slips' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const [paper, ...size] of [
    ['slips', 612, 792],
    ['labels', 288, 432],
  ] as const) {
    await page.goto(`${shop.address}/admin/orders/${paper}?${ids.join('&')}`)
    for (const link of await page.getByRole('link').all()) await expect(link).toBeHidden()
    const sheets = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/MediaBox ?\[[^\]]*\]/g)
    expect(sheets, paper).toEqual(ids.map(() => `/MediaBox [0 0 ${size.join(' ')}]`))
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('packs the ticked orders, and says so if none is ticked', async ({ page, shop }) => {
    await shop.order('Plain')
    await signIn(page, shop, 'staff')
    await page.goto(`${shop.address}/admin/orders`)
    await barButton(page, 'Mark packed').click()
    await expect(page.getByText('Select at least one order first.')).toBeVisible()
    await boxes(page).first().check()
    await barButton(page, 'Mark packed').click()
    await expect(page.getByText('1 order marked as packed.')).toBeVisible()
  })
})
