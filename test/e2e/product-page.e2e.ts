import type { Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { expect, hydrated, rendered, test } from './shop-test.ts'

const BARRIER = '/products/barrier-rescue-oil'

async function bottomOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox()
  return (box?.y ?? NaN) + (box?.height ?? NaN)
}

test('ends both columns on the same line, and shows the whole bottle @wide', async ({ page }) => {
  for (const path of [BARRIER, '/products/orchard-hand-cuticle-oil', '/products/bloomera-hair-skin-restore']) {
    await page.goto(path)
    await rendered(page)
    for (const width of [768, 900, 1024, 1280, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      const [top, panelTop] = [
        await page.locator('.gallery').boundingBox(),
        await page.locator('.product-panel').boundingBox(),
      ]
      expect(Math.abs((top?.y ?? NaN) - (panelTop?.y ?? NaN)), `${path} at ${width}`).toBeLessThanOrEqual(2)
      const beside = width < 1024 ? '.product-panel' : '.promises'
      const [gallery, text] = [await bottomOf(page, '.gallery'), await bottomOf(page, beside)]
      // If the text is shorter, the space is between the button and the promises, not below both.
      if (width >= 1024) expect(Math.abs(gallery - text), `${path} at ${width}`).toBeLessThanOrEqual(2)
      else expect(gallery - text, `${path} at ${width}`).toBeGreaterThanOrEqual(-2)
      expect(gallery - text, `${path} at ${width}`).toBeLessThan(140)
      const box = await page.locator('.gallery-strip img').last().boundingBox()
      // The middle half of a picture has the bottle.
      expect((box?.width ?? 0) / (box?.height ?? 1), `${path} at ${width}`).toBeGreaterThan(0.45)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  }
})

test('has the name and the rating on the first screen of a phone, above the buy bar @phone', async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [412, 732],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(BARRIER)
    await rendered(page)
    const bar = await page.locator('.buy-bar').boundingBox()
    const name = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect((name?.y ?? NaN) + (name?.height ?? NaN), `${width} × ${height}`).toBeLessThan(bar?.y ?? 0)
    expect(await bottomOf(page, '.product-panel a[href="#reviews"]')).toBeLessThan(bar?.y ?? 0)
  }
})

test('shows the bottle of the chosen size, and moves by thumbnail, swipe and arrow key', async ({ page, isMobile }) => {
  await page.goto(BARRIER)
  await hydrated(page)
  const strip = page.getByRole('list', { name: /^\d+ pictures of Barrier Rescue Oil$/ })
  const shown = page.locator('.gallery-thumbs a[aria-current=true]')
  await expect(shown).toHaveAttribute('aria-label', /^Picture 1 of /)
  await page.getByRole('group', { name: 'Size' }).getByText('2oz', { exact: true }).click()
  await expect(shown).toHaveAttribute('aria-label', /^Picture 2 of /)
  await expect(strip.getByRole('listitem').nth(1).getByRole('img')).toHaveAttribute(
    'alt',
    /^Amber glass dropper bottle/,
  )
  // On a phone, thumbnails are dots too small to press.
  if (isMobile) await strip.evaluate((element) => element.scrollTo({ left: element.clientWidth * 2 }))
  else await page.getByRole('link', { name: /^Picture 3 of / }).click()
  await expect(shown).toHaveAttribute('aria-label', /^Picture 3 of /)
  await strip.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(shown).toHaveAttribute('aria-label', /^Picture 2 of /)
})

test('shows a picture in full, zooms in on a press, and returns to where it was opened', async ({ page }) => {
  await page.goto(BARRIER)
  await hydrated(page)
  const open = page.getByRole('link', { name: 'Zoom in' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Pictures of Barrier Rescue Oil' })
  const picture = dialog.getByRole('img', { name: /Barrier Rescue Oil/ })
  await expect(picture).toBeInViewport({ ratio: 0.99 })
  await expectNoViolations(page)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const far = await width()
  await dialog.getByRole('button', { name: 'Zoom in closer' }).press('Enter')
  await expect.poll(width).toBeGreaterThan(far * 1.5)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await open.click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toBeHidden()
})

test('has something to read next to the collapsed reviews', async ({ page }) => {
  await page.goto(BARRIER)
  const reviews = page.locator('#reviews')
  await expect(reviews.locator('article').first()).toBeHidden()
  await expect(reviews.getByRole('blockquote')).toHaveText([
    '“Takes a minute to sink in, but my winter patches are gone from view.”',
    "“Works as described but I have three minutes in the morning, not ten. It's an evening oil for me and in that role I like it.”",
  ])
  await expect(reviews.getByRole('list', { name: 'People mention' }).getByRole('listitem').first()).toHaveText(
    'Scent 3 of 8 reviews',
  )
})

test('counts the verified reviews next to all of them @wide', async ({ page }) => {
  await page.goto(BARRIER)
  const reviews = page.locator('#reviews')
  await expect(reviews.getByText('from 8 reviews, 5 verified')).toBeVisible()
})

test('begins no line of a size with a dot, and none ends with one', async ({ page, isMobile }) => {
  await page.goto(BARRIER)
  const parts = page.locator('.size-tile').first().locator('small > span')
  const [price, lasts] = [await parts.first().boundingBox(), await parts.last().boundingBox()]
  const tile = await page.locator('.size-tile small').first().boundingBox()
  // The dot is in front of each part, and cut off at the start of a line.
  const dotted = await parts.first().evaluate((part) => parseFloat(getComputedStyle(part, '::before').width))
  expect(dotted).toBeGreaterThan(5)
  expect(price?.x).toBe(tile?.x)
  if (isMobile) expect(lasts?.x).toBe(tile?.x)
  const clip = await parts
    .first()
    .evaluate((part) => part.parentElement && getComputedStyle(part.parentElement).clipPath)
  expect(parseFloat(clip?.split(' ').at(-1) ?? '')).toBeCloseTo(dotted, 1)
})

test('has the thumbnails below the picture between phone and desktop, and Compare below the button', async ({
  page,
}) => {
  await page.goto(BARRIER)
  await rendered(page)
  const { width = 0 } = page.viewportSize() ?? {}
  if (width >= 768 && width < 1024) {
    const thumbs = await page.locator('.gallery-thumbs').boundingBox()
    expect(await bottomOf(page, '.gallery-strip')).toBeLessThanOrEqual(thumbs?.y ?? 0)
  }
  const compare = await page.getByText('Compare Barrier Rescue Oil').boundingBox()
  const tiles = await bottomOf(page, '.size-tiles')
  expect(compare?.y).toBeGreaterThan(width < 768 ? tiles : await bottomOf(page, '.buy-bar'))
})

test('adds the morning and the night oil with one press @wide', async ({ page }) => {
  await page.goto(`${BARRIER}?size=2oz`)
  const routine = page.getByRole('region', { name: 'A quiet routine of two' })
  await expect(routine.getByRole('article')).toHaveText([/^Morning.*First Light Serum/, /^Night.*Barrier Rescue Oil/])
  await expect(routine.getByText('$79.00')).toBeVisible()
  await expect(routine.getByText('Ships free')).toBeVisible()
  await hydrated(page)
  await routine.getByRole('button', { name: 'Add both' }).click()
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Shopping Cart' })
  await expect(cart.getByText('$79.00').first()).toBeVisible()
  await expect(cart.getByText('You’ve got free shipping')).toBeVisible()
})

test('says how returns work, what is in it and how it feels, even where everything is expanded', async ({ page }) => {
  await page.goto(BARRIER)
  await expect(page.getByText('Return unopened bottles within 30 days.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'How it feels' }).getByRole('heading', { level: 3 })).toHaveText([
    'A soft, even shine',
    'Satin, not slick',
    'Nothing to see',
  ])
  const blend = page.getByRole('region', { name: 'Seven ingredients, all of them' })
  await expect(blend.getByRole('listitem')).toHaveCount(7)
  await hydrated(page)
  await blend.getByRole('link', { name: 'Read the full list (INCI)' }).click()
  await expect(page.getByText(/^Simmondsia Chinensis/)).toBeInViewport()
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll('details')) if (fold.closest('main')) fold.open = true
  })
  await expectNoViolations(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('chooses a size with a button @phone', async ({ page }) => {
    await page.goto(BARRIER)
    await page.getByText('2oz', { exact: true }).first().click()
    // Located by element: role locators ignore noscript.
    await page.locator('.size-tiles').locator('xpath=ancestor::form').locator('noscript button').click()
    await expect(page).toHaveURL(`${BARRIER}?size=2oz`)
    await expect(page.getByRole('radio', { name: /^2oz/ })).toBeChecked()
  })
})
