import type { Locator } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

test('opens an order beside the list, with its own address, and on a phone as its own page', async ({
  page,
  shop,
  isMobile,
}) => {
  const first = await shop.order('Abara')
  const second = await shop.order('Bello')
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders?list=all`)
  await rendered(page)
  const panel = page.locator('#order-panel')
  await expect(panel).toBeHidden()
  await page.getByRole('link', { name: second.number }).click()
  if (isMobile) {
    await expect(page).toHaveURL(/\/admin\/orders\/[0-9a-f-]{36}\?list=all$/)
    await expect(page.getByRole('heading', { name: second.number, level: 1 })).toBeVisible()
    // The next step and the next order are within reach of the thumb, and cover nothing at the end of the page.
    const pack = page.getByRole('button', { name: 'Mark as packed' })
    const next = page.getByRole('link', { name: 'Next order' })
    for (const thumb of [pack, next]) {
      await expect(thumb).toBeInViewport({ ratio: 1 })
      expect((await thumb.boundingBox())?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) * 0.75)
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = await page.getByText('Order placed').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((await pack.boundingBox())?.y ?? 0)
    await expectNoViolations(page)
    await next.click()
    await expect(page.getByRole('heading', { name: first.number, level: 1 })).toBeVisible()
    await pack.click()
    await expect(page.getByText(`${first.number} marked as packed.`)).toBeVisible()
    return
  }
  await expect(page).toHaveURL(/\/admin\/orders\?list=all&open=[0-9a-f-]{36}$/)
  await expect(panel.getByRole('heading', { name: second.number })).toBeFocused()
  await expect(page.getByRole('link', { name: second.number })).toHaveAttribute('aria-current', 'true')
  await expectNoViolations(page)

  // Another order comes in: the list is re-rendered, and still marks the open one.
  const third = await shop.order('Chukwu')
  await expect(page.getByRole('link', { name: third.number })).toBeVisible()
  await expect(page.getByRole('link', { name: second.number })).toHaveAttribute('aria-current', 'true')

  // The next one, within the panel; Back returns to the one before, then closes.
  await panel.getByRole('link', { name: 'Next order' }).click()
  await expect(panel.getByRole('heading', { name: first.number })).toBeVisible()
  await page.goBack()
  await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: second.number })).toBeFocused()
  await page.goForward()
  await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()

  // Packing opens the next order next to the list; other forms return to their order, and so does a reload.
  await panel.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(page.getByText(`${second.number} marked as packed.`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/orders\?list=all&open=[0-9a-f-]{36}$/)
  await expect(panel.getByRole('heading', { name: first.number })).toBeVisible()
  await page.getByRole('link', { name: second.number }).click()
  await panel.getByRole('button', { name: 'Unpack' }).click()
  await expect(page.getByText('Back in To pack.')).toBeVisible()
  await expect(panel.locator('#order-state')).toHaveText('To pack')
  await page.reload()
  await rendered(page)
  await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/orders\?list=all$/)
})

test('starts with where it goes and what to pack, and with the tracking number once packed', async ({
  page,
  shop,
  isMobile,
}) => {
  const { number } = await shop.order('Fraser')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  const path = await page.getByRole('link', { name: number }).getAttribute('href')
  await page.goto(shop.address + path)
  await rendered(page)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  const heading = (name: string) => headings.and(page.getByText(name, { exact: true }))
  await expect(headings).toHaveText(['Ship to', 'Items', 'Actions', 'Customer', 'Note', 'Emails', 'Timeline'])
  const top = async (name: string) => (await heading(name).boundingBox())?.y ?? 0
  const left = async (name: string) => (await heading(name).boundingBox())?.x ?? 0
  await expect(heading('Ship to')).toBeInViewport({ ratio: 1 })
  if (isMobile) {
    const tops = await headings.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await expect(page.getByText('2 × Pure Bloom')).toBeInViewport()
  } else {
    // Two columns, side by side from the top; neither has gaps from the other.
    expect(await top('Items')).toBe(await top('Ship to'))
    expect(await left('Items')).toBeLessThan(await left('Ship to'))
    expect(await left('Timeline')).toBe(await left('Items'))
    expect(await left('Customer')).toBe(await left('Ship to'))
    await expect(page.getByRole('button', { name: 'Mark as packed' }).first()).toBeInViewport()
    const gaps = await page.locator('.order-columns').evaluate((columns) =>
      ['ship-to about', 'work past'].map((pair) => {
        const [above, below] = pair.split(' ').map((name) => columns.querySelector(`.order-${name}`))
        return Math.round((below?.getBoundingClientRect().top ?? 0) - (above?.getBoundingClientRect().bottom ?? 0))
      }),
    )
    expect(gaps).toEqual([20, 20])
  }
  await page.getByRole('button', { name: 'Mark as packed' }).last().click()
  await expect(page.locator('#order-state')).toHaveText('Packed')
  await expect(headings).toHaveText(['Ship to', 'Actions', 'Items', 'Customer', 'Note', 'Emails', 'Timeline'])
})

test('no button moves under the finger when a sheet opens', async ({ page, shop }) => {
  const { number } = await shop.order('Eskola')
  await shop.review('Nothing moves')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
  await rendered(page)
  const order = page.locator('#order-actions')
  await expectNothingMoves(order, ['Ship now', 'Send delay notice', 'Refund an amount', 'Cancel'])
  await page.goto(`${shop.address}/admin/reviews`)
  await rendered(page)
  const review = page.getByRole('article', { name: 'Nothing moves' })
  await expectNothingMoves(review, ['Withhold', 'Reply', 'Redact'])
})

/** Opens and closes each sheet, which appears below all of the buttons. */
async function expectNothingMoves(part: Locator, sheets: readonly string[]): Promise<void> {
  const places = () =>
    part
      .locator('.decide > :not(details), .decide summary')
      .evaluateAll((all) =>
        all.map((button) => [button.textContent, button.getBoundingClientRect().toJSON() as DOMRect]),
      )
  await part.locator('summary').first().scrollIntoViewIfNeeded()
  const before = await places()
  const bottom = async (one: Locator) => ((await one.boundingBox())?.y ?? 0) + ((await one.boundingBox())?.height ?? 0)
  for (const title of sheets) {
    const summary = part.locator('summary').getByText(title, { exact: true })
    await summary.dispatchEvent('click')
    const sheet = summary.locator('..').locator('.sheet')
    await expect(sheet).toBeVisible()
    expect(await places(), title).toEqual(before)
    const top = (await sheet.boundingBox())?.y ?? 0
    for (const other of await part.locator('.decide summary').all())
      expect(await bottom(other), title).toBeLessThanOrEqual(top)
    await summary.dispatchEvent('click')
    await expect(sheet).toBeHidden()
  }
}

test('number, state and next step stay visible while the order scrolls @wide', async ({ page, shop }) => {
  const { number } = await shop.order('Dimova')
  await signIn(page, shop, 'owner')
  await page.goto(`${shop.address}/admin/orders?list=all`)
  await rendered(page)
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.getByRole('link', { name: number }).click()
  const panel = page.locator('#order-panel')
  const [head, foot] = [panel.locator('.order-head'), panel.getByRole('button', { name: 'Mark as packed' })]
  await expect(foot).toBeInViewport({ ratio: 1 })
  const places = async () => [await head.boundingBox(), await foot.boundingBox()]
  const before = await places()
  const last = panel.getByRole('heading', { name: 'Timeline' })
  await expect(last).not.toBeInViewport()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  expect(await places()).toEqual(before)
  await expect(panel.getByRole('heading', { name: number })).toBeInViewport({ ratio: 1 })
  await expect(panel.locator('#order-state')).toBeInViewport({ ratio: 1 })
  // For a form with fields, only the button is in the footer.
  await foot.click()
  await expect(page.getByText(`${number} marked as packed.`)).toBeVisible()
  await page.getByRole('link', { name: number }).click()
  await panel.getByLabel('Tracking number (optional)').first().fill('1Z5R89390357567127')
  await panel.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(panel.locator('#order-state')).toHaveText('Shipped')
  await expect(panel.getByText('1Z5R89390357567127').first()).toBeVisible()
})

test('Back asks before it discards what was typed in the panel @wide', async ({ page, shop }) => {
  const [first, second] = [await shop.order('Moreau'), await shop.order('Nakata')]
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?list=all`)
  await rendered(page)
  const panel = page.locator('#order-panel')
  const opens = async (number: string) => {
    await expect(panel.getByRole('heading', { name: number })).toBeVisible()
    await expect(page.getByRole('link', { name: number })).toHaveAttribute('aria-current', 'true')
  }
  await page.getByRole('link', { name: first.number }).click()
  await opens(first.number)
  await page.getByRole('link', { name: second.number }).click()
  await opens(second.number)
  const address = page.url()
  await panel.getByLabel('Only your team sees this').fill('Half a no')
  const question = page.getByRole('dialog', { name: 'You have unsaved changes. Leave without saving?' })
  for (const stay of [
    () => question.getByRole('button', { name: 'Go back' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.goBack()
    await expect(question).toBeVisible()
    await stay()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(address)
    await opens(second.number)
    await expect(panel.getByLabel('Only your team sees this')).toHaveValue('Half a no')
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await opens(first.number)
  await page.goBack()
  await expect(panel).toBeHidden()
})

test.describe('a lost connection', () => {
  test.use({ isConsoleQuiet: false })

  test('without a connection, the address keeps naming the order that is shown @wide', async ({ page, shop }) => {
    const [first, second] = [await shop.order('Okonkwo'), await shop.order('Petrov')]
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/orders?list=all`)
    await rendered(page)
    const panel = page.locator('#order-panel')
    const open = (number: string) => page.getByRole('link', { name: number }).click()
    await open(first.number)
    await expect(panel.getByRole('heading', { name: first.number })).toBeVisible()
    await open(second.number)
    await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()
    const address = page.url()
    await page.context().setOffline(true)
    const problem = page.getByRole('alert').filter({ hasText: 'The order couldn’t be opened.' })
    for (const go of [() => open(first.number), () => page.goBack()]) {
      await go()
      await expect(problem).toBeInViewport()
      await expect(page).toHaveURL(address)
      await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()
      await expect(page.getByRole('link', { name: second.number })).toHaveAttribute('aria-current', 'true')
    }
    await page.context().setOffline(false)
    await open(first.number)
    await expect(panel.getByRole('heading', { name: first.number })).toBeVisible()
    await expect(problem).toHaveCount(0)
  })

  test('an order that can’t be opened leaves Undo for the one before in place @wide', async ({ page, shop }) => {
    const [first, second] = [await shop.order('Quist'), await shop.order('Rossi')]
    await signIn(page, shop)
    await page.goto(`${shop.address}/admin/orders?list=all`)
    await rendered(page)
    const panel = page.locator('#order-panel')
    await page.getByRole('link', { name: first.number }).click()
    await panel.getByRole('button', { name: 'Mark as packed' }).click()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await expect(undo).toBeInViewport({ ratio: 1 })
    await rendered(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: second.number }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The order couldn’t be opened.' })).toBeInViewport()
    await expect(undo).toBeInViewport({ ratio: 1 })
    await page.context().setOffline(false)
    await page.getByRole('link', { name: second.number }).click()
    await expect(panel.getByRole('heading', { name: second.number })).toBeVisible()
    await undo.click()
    await expect(page.getByText('1 order back in To pack.')).toBeVisible()
  })
})

test('the actions follow what another window did, but not while they are in use', async ({ page, context, shop }) => {
  const { number } = await shop.order('Quist')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders?q=${number}`)
  const path = await page.getByRole('link', { name: number }).getAttribute('href')
  await page.goto(shop.address + path)
  await rendered(page)
  const other = await context.newPage()
  await other.goto(shop.address + path)
  await rendered(other)
  const state = page.locator('#order-state')
  await other.getByRole('button', { name: 'Mark as packed' }).last().click()
  await expect(other.getByText('Marked as packed.')).toBeVisible()
  await expect(state).toHaveText('Packed')
  await expect(page.getByRole('button', { name: 'Mark as packed' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark as shipped' }).first()).toBeVisible()

  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByLabel('Reason', { exact: true }).first().fill('One bottle leaked')
  await other.getByRole('button', { name: 'Unpack' }).click()
  await expect(other.getByText('Back in To pack.')).toBeVisible()
  await expect(state).toHaveText('To pack')
  await expect(page.getByLabel('Reason', { exact: true }).first()).toHaveValue('One bottle leaked')
  await expect(page.getByRole('button', { name: 'Mark as shipped' }).first()).toBeVisible()
  // Once nothing is typed and the sheet is closed.
  await page.getByLabel('Reason', { exact: true }).first().fill('')
  await page.getByText('Refund an amount', { exact: true }).click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('button', { name: 'Mark as packed' }).first()).toBeVisible()
})

test('packs one order after the other by keyboard, from wherever the focus is @wide', async ({ page, shop }) => {
  const numbers = []
  for (const name of ['Iyer', 'Jovanovic', 'Khumalo', 'Lopez']) numbers.push((await shop.order(name)).number)
  const [first = '', second = '', third = '', fourth = ''] = numbers
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  const panel = page.locator('#order-panel')
  await page.getByRole('link', { name: first }).focus()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: first })).toBeFocused()
  for (const [packed, next] of [
    [first, second],
    [second, third],
  ] as const) {
    await page.keyboard.press('p')
    await expect(page.getByText(`${packed} marked as packed.`)).toBeVisible()
    await expect(panel.getByRole('heading', { name: next })).toBeVisible()
    await rendered(page)
  }
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: fourth })).toBeFocused()
  await page.keyboard.press('k')
  await expect(page.getByRole('link', { name: third })).toBeFocused()
  // The row in focus comes before the order that is open.
  await page.keyboard.press('j')
  await page.keyboard.press('p')
  await expect(page.getByText(`1 order marked as packed.`)).toBeVisible()
  await expect(page.getByRole('link', { name: fourth })).toHaveCount(0)
  await expect(page.getByRole('link', { name: third })).toBeVisible()
})

test('holding P, or pressing it again before the page changes, packs one order @wide', async ({ page, shop }) => {
  const numbers = []
  for (const name of ['Marsh', 'Nyberg', 'Osei']) numbers.push((await shop.order(name)).number)
  const [first = '', second = '', third = ''] = numbers
  await signIn(page, shop, 'staff')
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  const panel = page.locator('#order-panel')
  const packed: string[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/orders/*/pack', async (route) => {
    packed.push(route.request().url())
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: first }).click()
  await expect(panel.getByRole('heading', { name: first })).toBeFocused()
  await page.keyboard.press('p')
  await expect.poll(() => packed).toHaveLength(1)
  await page.keyboard.down('p')
  answer()
  await expect(page.getByText(`${first} marked as packed.`)).toBeVisible()
  await expect(panel.getByRole('heading', { name: second })).toBeVisible()
  await rendered(page)
  // The key repeats while it is down.
  await page.keyboard.down('p')
  await page.keyboard.up('p')
  await page.keyboard.press('p')
  await expect(page.getByText(`${second} marked as packed.`)).toBeVisible()
  await expect(panel.getByRole('heading', { name: third })).toBeVisible()
  expect(packed).toHaveLength(2)
})

test('the tabs stay where they were scrolled to when their numbers change @phone', async ({ page, shop }) => {
  await shop.order('Quinn')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/orders`)
  await rendered(page)
  const tabs = page.getByRole('navigation', { name: 'Lists' })
  const place = () => tabs.evaluate(({ scrollLeft }) => scrollLeft)
  await tabs.evaluate((element) => (element.scrollLeft = 200))
  expect(await place()).toBe(200)
  const before = await tabs.textContent()
  await shop.order('Reyes')
  await expect(tabs).not.toHaveText(before ?? '')
  expect(await place()).toBe(200)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the link leads to the order, and the address with an open order shows both @wide', async ({ page, shop }) => {
    const { number } = await shop.order('Cruz')
    await signIn(page, shop, 'read-only')
    await page.goto(`${shop.address}/admin/orders?q=${number}`)
    await page.getByRole('link', { name: number }).click()
    const id = /orders\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    await expect(page.getByRole('heading', { name: number, level: 1 })).toBeVisible()
    await page.goto(`${shop.address}/admin/orders?list=all&open=${id}`)
    await expect(page.locator('#order-panel').getByRole('heading', { name: number })).toBeVisible()
    await expect(page.getByRole('table')).toBeVisible()
    await expect(page.getByRole('link', { name: number })).toHaveAttribute('aria-current', 'true')
    await page.locator('#order-panel').getByRole('link', { name: 'Back to the list' }).click()
    await expect(page.locator('#order-panel')).toBeHidden()
  })
})
