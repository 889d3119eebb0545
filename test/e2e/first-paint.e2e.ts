import type { Page, Request } from '@playwright/test'
import { expect, holdBack, hydrated, test } from './shop-test.ts'

const PICTURE = '**/pictures/hero-*'

const isScript = (request: Request) => request.resourceType() === 'script'
const waitingScripts = (page: Page) => page.locator('script[data-files]')

/** Normally scripts start after a few seconds in any case; here only the test starts them. */
async function waitForever(page: Page) {
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window)
    const waitBriefly = (run: () => void, delay = 0) => (delay < 4000 ? wait(run, delay) : 0)
    window.setTimeout = waitBriefly as typeof window.setTimeout
  })
}

test('requests scripts once the main picture has loaded @phone', async ({ page }) => {
  await waitForever(page)
  const letGo = await holdBack(page, PICTURE)
  const scripts: Request[] = []
  page.on('request', (request) => isScript(request) && scripts.push(request))
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))))
  await expect(waitingScripts(page)).toHaveCount(1)
  expect(scripts).toEqual([])
  letGo()
  await hydrated(page)
  await expect(waitingScripts(page)).toHaveCount(0)
})

test('requests scripts on the first press, whatever is still loading @phone', async ({ page }) => {
  await waitForever(page)
  const letGo = await holdBack(page, PICTURE)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(waitingScripts(page)).toHaveCount(1)
  await page.keyboard.press('Shift')
  await hydrated(page)
  letGo()
})

test('does not wait long for a picture @phone', async ({ page }) => {
  const letGo = await holdBack(page, PICTURE)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await hydrated(page)
  letGo()
})

test.describe('without its picture', () => {
  // The browser itself reports what it couldn't load.
  test.use({ isConsoleQuiet: false })

  test('does not wait for a picture that is missing @phone', async ({ page }) => {
    await waitForever(page)
    await page.route(PICTURE, (route) => route.abort())
    await page.goto('/')
    await hydrated(page)
  })
})
