import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, hydrated, test } from './shop-test.ts'

/** From this width on there is room for it next to the oils; in narrower windows it's a sheet. */
const COLUMN_FROM = 1024

function isSheet(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < COLUMN_FROM
}

async function openFilter(page: Page) {
  if (isSheet(page)) await page.getByRole('button', { name: /^Filter/ }).click()
  const form = page.getByRole('form', { name: 'Filter' })
  await expect(form).toBeVisible()
  return form
}

test('narrows down a search, counts each choice combined with the others, and keeps it in the address', async ({
  page,
}) => {
  await page.goto('/shop-all?search=sensitive+skin')
  await hydrated(page)
  const form = await openFilter(page)
  await expect(form.getByRole('checkbox', { name: 'Nuts 4 oils' })).toBeVisible()
  await expect(form.getByRole('checkbox', { name: /Floral/ })).toHaveCount(0)
  await form.getByRole('checkbox', { name: 'Nuts 4 oils' }).check()
  await expect(page).toHaveURL('/shop-all?search=sensitive+skin&without=nuts')
  await expect(form.getByRole('checkbox', { name: 'Nuts 4 oils' })).toBeFocused()
  await form.getByRole('checkbox', { name: 'Under $30 1 oil' }).check()
  await expect(page).toHaveURL('/shop-all?search=sensitive+skin&without=nuts&price=under-30')
  await expectNoViolations(page)
  if (isSheet(page)) {
    await form.getByRole('button', { name: 'Show 1 oil' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filter · 2' })).toBeVisible()
  } else {
    await page.getByRole('link', { name: 'Remove No nuts' }).click()
    await expect(page).toHaveURL('/shop-all?search=sensitive+skin&price=under-30')
    await expect(form.getByRole('checkbox', { name: /^Nuts/ })).not.toBeChecked()
    await page.getByRole('link', { name: 'Clear all' }).last().click()
    await expect(page).toHaveURL('/shop-all?search=sensitive+skin')
  }
  await expectNoViolations(page)
})

test('leaves room between its bar and the oils', async ({ page }) => {
  await page.goto('/shop-all?search=sensitive+skin')
  const bar = await page.getByRole('combobox', { name: 'Sort by' }).boundingBox()
  const card = await page.getByRole('article').first().boundingBox()
  expect((card?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0)).toBeGreaterThanOrEqual(24)
})

test('sorts a collection by price and keeps the choice on reload', async ({ page }) => {
  await page.goto('/body-hair')
  await hydrated(page)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price, low to high')
  await expect(page).toHaveURL('/body-hair?sort=price')
  await expect(page.getByRole('article').first()).toContainText('Tender Bloom Intimate Oil')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price')
  await expect(page.getByRole('article').first()).toContainText('Tender Bloom Intimate Oil')
})

test('hides empty shelves and says so when nothing is left @wide', async ({ page }) => {
  await page.goto('/shop-all?concern=hands')
  await expect(page.getByRole('status').getByText('1 oil')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Body & Hair' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Facial Serums' })).toHaveCount(0)
  await page.goto('/shop-all?concern=hands&skin=oily')
  await expect(page.getByText('No oil has all of this.')).toBeVisible()
  await expectNoViolations(page)
})

test('moves neither the filter nor its bar when a choice is made @wide', async ({ page }) => {
  await page.goto('/shop-all')
  await hydrated(page)
  const form = await openFilter(page)
  const nuts = form.getByRole('checkbox', { name: /^Nuts/ })
  const fixed = [nuts, form, page.getByRole('combobox', { name: 'Sort by' })]
  const places = () =>
    Promise.all(fixed.map(async (part) => [(await part.boundingBox())?.x, (await part.boundingBox())?.y]))
  const before = await places()
  await nuts.check()
  await expect(page).toHaveURL('/shop-all?without=nuts')
  await expect(page.getByRole('article').filter({ hasText: 'Floral Wood Body Oil' })).toHaveCount(0)
  expect(await places()).toEqual(before)
})

test('stays in reach below the header that returns on the way up, and moves nothing @phone', async ({ page }) => {
  await page.goto('/shop-all')
  await hydrated(page)
  await page.evaluate(() => {
    Reflect.set(globalThis, 'shift', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Reflect.set(globalThis, 'shift', Number(Reflect.get(globalThis, 'shift')) + Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift' })
  })
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const header = page.getByRole('link', { name: 'Bloomera' }).first()
  const isUncovered = () =>
    filter.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await page.mouse.wheel(0, 1500)
  await expect(header).not.toBeInViewport()
  await expect.poll(isUncovered).toBe(true)
  await page.mouse.wheel(0, -200)
  await expect(header).toBeInViewport({ ratio: 1 })
  await expect.poll(isUncovered).toBe(true)
  await page.mouse.wheel(0, 300)
  await expect(header).not.toBeInViewport()
  await expect.poll(async () => (await filter.boundingBox())?.y).toBeLessThan(20)
  expect(await page.evaluate(() => Number(Reflect.get(globalThis, 'shift')))).toBeLessThan(0.01)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('sends the choices with a button, in a sheet on a narrow screen', async ({ page }) => {
    await page.goto('/focus-care')
    const form = await openFilter(page)
    await form.getByRole('checkbox', { name: /^Sensitive/ }).check()
    await form.getByRole('button', { name: isSheet(page) ? /^Show/ : 'Apply' }).click()
    await expect(page).toHaveURL(/\/focus-care\?skin=sensitive/)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('Barrier Rescue Oil').first()).toBeVisible()
    if (isSheet(page)) await expect(form).toBeHidden()
  })
})
