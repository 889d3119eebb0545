import type { Page, Request } from '@playwright/test'
import { expect, hydrated, test } from './shop-test.ts'

const KB = 1024
/** React and the router alone are 91 KB. Each file is a request. */
const SCRIPT_BUDGETS = {
  '/': { kb: 112, files: 8 },
  '/shop-all': { kb: 111.5, files: 8 },
  '/products/pure-bloom': { kb: 111.5, files: 8 },
  '/reviews': { kb: 110, files: 8 },
  '/ingredients': { kb: 109, files: 8 },
  '/contact': { kb: 110, files: 8 },
  '/skin-finder': { kb: 121, files: 11 },
  '/skin-finder?want=dry&skin=irritated&without=nuts&scent=unscented': { kb: 121, files: 11 },
  '/compare?oil=first-light-serum&oil=barrier-rescue-oil': { kb: 113.5, files: 9 },
  '/order': { kb: 116.5, files: 15 },
}
/** A phone's first visit to the home page, pictures included. */
const FIRST_LOAD_KB = 226

/** What a page loads until it is idle, in a browser on its first visit. */
async function loadedBy(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(path)
  // Scripts are requested once the page is painted.
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('requestfinished')
  return requests
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

for (const [path, budget] of Object.entries(SCRIPT_BUDGETS)) {
  test(`loads little to show ${path} @phone`, async ({ page }) => {
    const requests = await loadedBy(page, path)
    const of = (kind: string) => requests.filter((request) => request.resourceType() === kind)
    expect(of('script').length).toBeLessThanOrEqual(budget.files)
    expect(await bytesOf(of('script'))).toBeLessThanOrEqual(budget.kb * KB)
    expect(await bytesOf(of('font'))).toBeLessThanOrEqual(45 * KB)
    if (path === '/') expect(await bytesOf(requests)).toBeLessThanOrEqual(FIRST_LOAD_KB * KB)
    // The styles are in the page: the first response is enough to paint it.
    expect(of('stylesheet')).toEqual([])
    await expect(page.locator('h1')).toHaveCSS('font-weight', '500')
  })
}

test('loads the pictures below the first screen on the first move @phone', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const card = page.locator('[aria-labelledby="needs"] picture + picture img').first()
  await expect(card).toBeHidden()
  await page.mouse.wheel(0, 40)
  await expect(card).toBeVisible()
  await card.scrollIntoViewIfNeeded()
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('shows every picture at once @phone', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('[aria-labelledby="needs"] picture + picture img').first()).toBeVisible()
  })
})
