import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { layoutShift } from './layout-shift.ts'
import { expect, hydrated, test } from './shop-test.ts'

const TWO = '/compare?oil=first-light-serum&oil=barrier-rescue-oil'
const FOUR = `${TWO}&oil=meadow-calm-oil&oil=pure-bloom`

/** As the browser tells it: the number and the note are counted by the styles. */
async function barText(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const texts = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => String(name?.value))
  const chosen = texts.indexOf('chosen')
  // The count and the space after it are two texts.
  return texts
    .slice(chosen - 2, chosen + 2)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('compares what was ticked on cards, side by side', async ({ page }) => {
  await page.goto('/facial-serums')
  await hydrated(page)
  const bar = page.getByRole('form', { name: 'Compare' })
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Compare First Light Serum' }).check()
  await page.getByRole('checkbox', { name: 'Compare Pure Bloom' }).check()
  await expect(bar).toBeVisible()
  await expectNoViolations(page)
  await bar.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?oil=(first-light-serum|pure-bloom)&oil=/)
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader', { name: /Pure Bloom/ })).toBeVisible()
  await expect(table.getByRole('row', { name: /^Sizes/ })).toContainText('$17.00 / oz')
  await expect(table.getByRole('row', { name: /^Sizes/ })).toContainText('Lasts about 5 months')
  await expect(table.getByRole('row', { name: /^Ingredients/ }).getByText('in both')).not.toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoViolations(page)
})

test('clears the selection, and starts from a product page @wide', async ({ page }) => {
  await page.goto('/products/pure-bloom')
  await hydrated(page)
  const bar = page.getByRole('form', { name: 'Compare' })
  await page.getByRole('checkbox', { name: 'Compare Pure Bloom' }).check()
  await bar.getByRole('button', { name: 'Clear' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Compare Pure Bloom' }).check()
  await bar.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL('/compare?oil=pure-bloom')
  await page.getByRole('checkbox', { name: 'Barrier Rescue Oil' }).check()
  await page.getByRole('button', { name: 'Compare' }).last().click()
  await expect(page).toHaveURL('/compare?oil=pure-bloom&oil=barrier-rescue-oil')
  // The URL changes a moment before the table; until then, Remove would remove the only one.
  await expect(page.getByRole('columnheader')).toHaveCount(2)
  await page.getByRole('link', { name: 'Remove Pure Bloom' }).click()
  await expect(page).toHaveURL('/compare?oil=barrier-rescue-oil')
  await page.getByLabel('Size of Barrier Rescue Oil').selectOption('2oz')
  await page.getByRole('button', { name: /^Add to Cart.*Barrier Rescue Oil/ }).click()
  await expect(page.getByText('Barrier Rescue Oil added to cart!')).toBeVisible()
})

test('shows the first four of more, and says so before and after @wide', async ({ page }) => {
  await page.goto('/shop-all')
  await hydrated(page)
  const boxes = page.getByRole('checkbox', { name: /^Compare / })
  for (let index = 0; index < 4; index += 1) await boxes.nth(index).check()
  expect(await barText(page)).toBe('4 chosen · up to four')
  await boxes.nth(4).check()
  expect(await barText(page)).toBe('5 chosen · we show the first four')
  await page.getByRole('form', { name: 'Compare' }).getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await expect(page.getByText('We show the first four of the oils you chose.')).toBeVisible()
  await expectNoViolations(page)
  await page.goto(FOUR)
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await expect(page.getByText('first four of')).toHaveCount(0)
})

test('says so if an oil is not in the shop @wide', async ({ page }) => {
  await page.goto('/compare?oil=no-such-oil&oil=pure-bloom')
  await expect(page.getByText('One oil in this link isn’t in our shop.')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Pure Bloom/ })).toBeVisible()
  await page.goto('/compare?oil=no-such-oil&oil=garbage')
  await expect(page.getByText('Two oils in this link aren’t in our shop.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expectNoViolations(page)
  await page.getByRole('checkbox', { name: 'Pure Bloom' }).check()
  await page.getByRole('button', { name: 'Compare' }).last().click()
  await expect(page).toHaveURL('/compare?oil=pure-bloom')
  await expect(page.getByText('in this link')).toHaveCount(0)
})

test('scrolls in its own region, even by keyboard, with headers and labels in view', async ({ page, isMobile }) => {
  await page.goto(FOUR)
  await hydrated(page)
  const { shift, moved } = await layoutShift(page)
  expect(shift, moved.join(' and ')).toBeLessThan(0.01)
  const region = page.getByRole('region', { name: 'Comparison' })
  await region.focus()
  await expect(region).toBeFocused()
  if (!isMobile) return
  await region.evaluate((element) => element.scrollTo(300, 500))
  const box = await region.boundingBox()
  const head = await page.getByRole('columnheader', { name: /Meadow Calm Oil/ }).boundingBox()
  const label = await page.getByRole('rowheader', { name: 'Texture' }).boundingBox()
  expect(Math.round((head?.y ?? 0) - (box?.y ?? 0))).toBeLessThanOrEqual(1)
  expect(Math.round((label?.x ?? 0) - (box?.x ?? 0))).toBe(0)
  const before = await region.evaluate((element) => element.scrollLeft)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('ticks, counts and compares', async ({ page }) => {
    await page.goto('/facial-serums')
    await page.getByRole('checkbox', { name: 'Compare First Light Serum' }).check()
    await page.getByRole('checkbox', { name: 'Compare Pure Bloom' }).check()
    const bar = page.getByRole('form', { name: 'Compare' })
    await bar.getByRole('button', { name: 'Compare' }).click()
    await expect(page.getByRole('columnheader')).toHaveCount(2)
    await page.goto('/compare')
    await page.getByRole('checkbox', { name: 'Pure Bloom' }).check()
    await page.getByRole('button', { name: 'Compare' }).last().click()
    await expect(page).toHaveURL('/compare?oil=pure-bloom')
  })
})

test('is readable in forced colors @wide', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(TWO)
  const mark = page.getByText('in both').first()
  await expect(mark).toBeVisible()
  // Its color is gone, its shape isn't.
  await expect(mark.locator('svg')).toBeVisible()
})
