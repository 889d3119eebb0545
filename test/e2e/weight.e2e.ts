import type { Page, Request } from '@playwright/test'
import { expect, test } from './shop-test.ts'

const KB = 1024
const PAGES = ['/', '/shop-all', '/products/pure-bloom', '/reviews', '/ingredients', '/contact']

/** What a page loads until it is idle, in a browser that was never here. */
async function loadedBy(page: Page, path: string): Promise<Request[]> {
  const requests: Request[] = []
  page.on('requestfinished', (request) => requests.push(request))
  await page.goto(path, { waitUntil: 'networkidle' })
  page.removeAllListeners('requestfinished')
  return requests
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

for (const path of PAGES) {
  test(`loads little to show ${path} @phone`, async ({ page }) => {
    const requests = await loadedBy(page, path)
    const of = (kind: string) => requests.filter((request) => request.resourceType() === kind)
    expect(of('script').length).toBeLessThanOrEqual(8)
    expect(await bytesOf(of('script'))).toBeLessThanOrEqual(130 * KB)
    expect(await bytesOf(of('font'))).toBeLessThanOrEqual(45 * KB)
    // The styles are in the page: the first response is enough to paint it.
    expect(of('stylesheet')).toEqual([])
    await expect(page.locator('h1')).toHaveCSS('font-weight', '500')
  })
}
