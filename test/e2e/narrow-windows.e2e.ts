import type { Page } from '@playwright/test'
import { MISSING, ROUTES } from './routes.ts'
import { rendered, expect, fullyHydrated, test } from './shop-test.ts'

/** From the smallest phone to the widths between tablet and desktop, where layouts change their columns. */
const WIDTHS = [320, 360, 640, 768, 1024, 1200]
const ENDLESS = 'supercalifragilistic'.repeat(5)

/** The widths at which the page would scroll sideways. */
async function tooNarrow(page: Page, widths = WIDTHS): Promise<number[]> {
  const found: number[] = []
  await rendered(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(width)
  }
  return found
}

test.beforeEach(({ isMobile }) => {
  test.skip(isMobile, 'it sets its own widths')
})

test('never scrolls sideways', async ({ page }) => {
  // One tab for all pages: a new one for each would cost more than the checks.
  for (const path of [...ROUTES, ...MISSING, `/shop-all?search=${ENDLESS}`]) {
    await test.step(path, async () => {
      await page.goto(path)
      expect.soft(await tooNarrow(page), path).toEqual([])
    })
  }
})

test('keeps a very long word inside its column', async ({ page }) => {
  for (const path of ['/products/pure-bloom#reviews', '/product-guide/pure-bloom', '/reviews']) {
    await page.goto(path)
    await fullyHydrated(page)
    // A visitor may write this in a review, and the owner in a name.
    await page.evaluate((word) => {
      for (const place of document.querySelectorAll('main :is(h1, h2, h3, article p, [aria-current])')) {
        place.append(word)
      }
    }, ENDLESS)
    expect.soft(await tooNarrow(page), path).toEqual([])
  }
})

test('keeps five stars on one line', async ({ page }) => {
  for (const path of ['/', '/shop-all', '/products/forever-skin-serum', '/reviews']) {
    await page.goto(path)
    await rendered(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const broken = await page.evaluate(
        () =>
          [...document.querySelectorAll('.stars')].filter((stars) => {
            const range = document.createRange()
            range.selectNodeContents(stars)
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
          }).length,
      )
      expect.soft(broken, `${path} at ${width} px`).toBe(0)
    }
  }
})
