import type { Page, Response } from '@playwright/test'
import { expect, test } from './shop-test.ts'

const PAGES = ['/', '/facial-serums', '/products/pure-bloom', '/product-guide']

type Shown = { source: string; loadedPixels: number; shownPixels: number }

/** Every loaded picture, with its pixels and those it covers on this screen. */
function loadedPictures(page: Page): Promise<Shown[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLImageElement>('picture img')]
      .filter((image) => image.complete && image.currentSrc.includes('/pictures/'))
      .map((image) => {
        const { width, height } = image.getBoundingClientRect()
        // A picture with object-fit: cover is scaled to its longer side, and cropped.
        const ratio = image.naturalWidth / image.naturalHeight
        const renderedWidth = Math.max(width, height * ratio)
        const fileWidth = Number(/-(\d+)\.(avif|webp)$/.exec(image.currentSrc)?.[1])
        return { source: image.currentSrc, loadedPixels: fileWidth, shownPixels: renderedWidth * devicePixelRatio }
      }),
  )
}

test.describe('on a screen with two device pixels per CSS pixel', () => {
  test.use({ deviceScaleFactor: 2 })

  for (const path of PAGES) {
    test(`serves no picture on ${path} much larger than it is shown`, async ({ page }) => {
      await page.goto(path)
      await page.evaluate(() => document.images.length)
      const pictures = await loadedPictures(page)
      expect(pictures.length).toBeGreaterThan(0)
      // A file that is already loaded is also used for smaller sizes, instead of fetching another one.
      for (const [source, places] of Map.groupBy(pictures, (picture) => picture.source)) {
        const ratios = places.map(({ loadedPixels, shownPixels }) => loadedPixels / shownPixels)
        expect(Math.min(...ratios), source).toBeLessThanOrEqual(1.5)
      }
    })
  }
})

test('gives every picture its dimensions and alt text', async ({ page }) => {
  for (const path of PAGES) {
    await page.goto(path)
    const without = await page.evaluate(() =>
      [...document.images]
        .filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height') || !image.hasAttribute('alt'))
        .map((image) => image.outerHTML),
    )
    expect(without, path).toEqual([])
  }
})

test('makes the main picture the largest contentful paint', async ({ page }) => {
  for (const path of ['/', '/products/pure-bloom']) {
    await page.goto(path)
    const largest = () =>
      page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            new PerformanceObserver((list) => {
              const element: unknown = Reflect.get(list.getEntries().at(-1) ?? {}, 'element')
              resolve(element instanceof HTMLImageElement ? element.currentSrc : String(element))
            }).observe({ type: 'largest-contentful-paint', buffered: true })
          }),
      )
    // Text is painted first; a picture that has arrived still has to be decoded.
    await expect.poll(largest, path).toContain(path === '/' ? '/pictures/hero-' : '/pictures/pure-bloom-')
  }
})

test('keeps the pictures above the fold of the home page within 60 KB on a phone', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'a limit for phones')
  const answers = new Map<string, Response>()
  page.on('response', (response) => answers.set(response.url(), response))
  await page.goto('/', { waitUntil: 'load' })
  // Browsers also fetch what is slightly below the fold.
  const shown = await page.evaluate(async () => {
    const images = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
    await Promise.all(images.map((image) => image.decode()))
    // Placeholders are inlined in the page.
    return images.map(({ currentSrc }) => currentSrc).filter((source) => !source.startsWith('data:'))
  })
  const bodies = await Promise.all(shown.map(async (url) => answers.get(url)?.body()))
  expect(bodies).not.toContain(undefined)
  const bytes = bodies.reduce((sum, body) => sum + (body?.byteLength ?? 0), 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(60 * 1024)
})
