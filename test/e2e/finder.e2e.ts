import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { expect, hydrated, test } from './shop-test.ts'

const ROUTINE = '/skin-finder?want=dry&skin=irritated&without=nuts&scent=unscented'

test('asks four questions and answers with a routine and its reasons', async ({ page }) => {
  await page.goto('/skin-finder')
  await hydrated(page)
  await page.getByText('Dryness').click()
  await expect(page.getByRole('heading', { name: 'How does your skin feel by midday?' })).toBeFocused()
  await expect(page).toHaveURL('/skin-finder?want=dry')
  await page.getByText('Easily irritated').click()
  await expect(page).toHaveURL('/skin-finder?want=dry&skin=irritated')
  await page.getByRole('checkbox', { name: /^Nuts/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL('/skin-finder?want=dry&skin=irritated&without=nuts')
  await page.getByText('Unscented, please').click()
  await expect(page).toHaveURL(ROUTINE)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your routine: two plain oils')
  const steps = page.getByRole('article')
  await expect(steps).toHaveCount(2)
  await expect(steps.nth(0)).toContainText('Morning')
  await expect(steps.nth(0)).toContainText('First Light Serum')
  await expect(steps.nth(1)).toContainText('You said dryness: it’s made with dryness and rough patches in mind.')
  await expect(page.getByText('$79.00').first()).toBeVisible()
  await expect(page.getByText('8 oils with nuts, 4 with a scent.')).toBeVisible()
  await expectNoViolations(page)
})

test('keys choose an answer, and only the button continues @wide', async ({ page }) => {
  await page.goto('/skin-finder?want=dry')
  await hydrated(page)
  await page.getByRole('radio', { name: /^Tight/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Shiny/ })).toBeChecked()
  await expect(page).toHaveURL('/skin-finder?want=dry')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/skin-finder?want=dry&skin=shiny')
})

test('goes back with the answers kept, and changes one of them from the routine @wide', async ({ page }) => {
  await page.goto(ROUTINE)
  await hydrated(page)
  await page.getByRole('link', { name: 'No nuts' }).click()
  await expect(page.getByRole('checkbox', { name: /^Nuts/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /^Olive/ }).check()
  await page.getByRole('button', { name: 'See my routine' }).click()
  await expect(page).toHaveURL('/skin-finder?want=dry&skin=irritated&without=nuts&without=olive&scent=unscented')
  await expect(page.getByText('None of our face oils fits all of that.')).toBeVisible()
  await page.getByRole('link', { name: 'Change answers' }).click()
  await expect(page.getByRole('radio', { name: /^Dryness/ })).toBeChecked()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('radio', { name: /^Easily/ })).toBeChecked()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('radio', { name: /^Dryness/ })).toBeChecked()
})

test('swaps an oil for one without the ingredient to avoid @wide', async ({ page }) => {
  await page.goto('/skin-finder?want=dull&skin=shiny&without=none&scent=scented')
  await page.getByRole('link', { name: /^swap it.*Pure Bloom/ }).click()
  await expect(page.getByRole('article').filter({ hasText: 'Pure Bloom' })).toHaveCount(0)
})

test('adds the routine in the chosen sizes at once, with one message', async ({ page }) => {
  await page.goto(ROUTINE)
  await hydrated(page)
  await page.getByLabel('Size of First Light Serum').selectOption('2oz')
  await expect(page.getByText('$88.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add the routine' }).click()
  await expect(page.getByText('Your routine is in the cart!')).toHaveCount(1)
  await expect(page.getByText('Two oils · $88.00')).toBeVisible()
  await page.getByRole('button', { name: 'View cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('2 items in your cart')).toBeVisible()
  await expect(cart.getByRole('listitem').filter({ hasText: 'First Light Serum' })).toContainText('2oz · $44.00')
  await expect(cart.getByRole('listitem').filter({ hasText: 'Barrier Rescue Oil' })).toContainText('2oz · $44.00')
  await expectNoViolations(page)
})

test('shifts nothing while a routine loads', async ({ page }) => {
  for (const path of ['/skin-finder', ROUTINE]) {
    await page.goto(path)
    const { shift, moved } = await layoutShift(page)
    expect(shift, moved.join(' and ')).toBeLessThan(0.01)
  }
})

test('is linked where shoppers need help', async ({ page, isMobile }) => {
  for (const path of ['/shop-all', '/shop-all?search=zzqqzzqq', '/no-such-page']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('link', { name: /^Skin finder/i }), path).toBeVisible()
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'The look of fine lines' }).click()
  await expect(page).toHaveURL('/skin-finder?want=lines')
  if (isMobile) await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport()
})

/** Notes every time one and the same page goes back up. */
function watchScrolling(): void {
  const scrolledBack: string[] = []
  Reflect.set(window, 'scrolledBack', scrolledBack)
  let last = { page: location.href, y: scrollY }
  addEventListener('scroll', () => {
    if (location.href === last.page && scrollY < last.y) scrolledBack.push(`${last.page}: ${last.y} to ${scrollY}`)
    last = { page: location.href, y: scrollY }
  })
}

test('takes six taps from a code’s link to the checkout, for dry, sensitive skin and a nut allergy, and a seventh for another size @phone', async ({
  page,
}) => {
  const signup = { email: `taps-${randomUUID()}@example.com`, website: '' }
  const response = await page.request.post('/functions/v1/email-signup', { data: signup })
  const { discountCode } = (await response.json()) as { discountCode: string }
  let taps = 0
  /** What is tapped is in view or further down: no one scrolls back. */
  const tap = async (target: Locator) => {
    await expect(target).toBeVisible()
    const box = await target.boundingBox()
    expect(box?.y, String(target)).toBeGreaterThanOrEqual(0)
    await target.tap()
    taps += 1
  }
  await page.goto(`/?code=${discountCode}`)
  await hydrated(page)
  await page.evaluate(watchScrolling)
  await tap(page.getByRole('link', { name: 'Dryness' }))
  await tap(page.getByText('Easily irritated'))
  await tap(page.getByText('Tree nuts, and oils pressed from them'))
  await tap(page.getByRole('button', { name: 'See my routine' }))
  expect(taps).toBe(4)
  const size = page.getByLabel('Size of First Light Serum')
  expect((await size.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await size.selectOption('2oz')
  await tap(page.getByRole('button', { name: 'Add the routine' }))
  // Two taps at once are a double tap, of which the second half is ignored.
  await page.waitForTimeout(600)
  await tap(page.getByRole('button', { name: 'Checkout' }))
  const dialog = page.getByRole('dialog', { name: 'Checkout' })
  for (const oil of ['First Light Serum', 'Barrier Rescue Oil']) await expect(dialog).toContainText(oil)
  await expect(dialog.getByText('2oz · $44.00')).toHaveCount(2)
  await expect(dialog.getByText('10% off. You save $8.80.')).toBeVisible()
  expect(taps).toBe(6)
  expect(await page.evaluate(() => Reflect.get(window, 'scrolledBack'))).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('uses a form for each question, and the routine is a page to share', async ({ page }) => {
    await page.goto('/skin-finder')
    await page.getByRole('radio', { name: /^Dryness/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: /^Easily/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: /^Nuts/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: /^Unscented/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(ROUTINE)
    await expect(page.getByRole('article')).toHaveCount(2)
    // In days, because only a script knows the current day.
    await expect(page.getByText('in 4 to 10 business days')).toBeVisible()
    // Located by element: text locators ignore noscript.
    await expect(page.locator('.buy-bar + noscript p')).toBeVisible()
  })
})
