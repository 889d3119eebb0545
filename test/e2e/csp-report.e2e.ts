import { expect, test } from '@playwright/test'
import { cardFormReady, openCheckout } from './checkout-page.ts'
import { rendered } from './shop-test.ts'

/** Local and without a proxy, as development allows. */
async function reportsOf(baseURL: string | undefined, policy: string, directive: string): Promise<number> {
  const text = await (await fetch(`${baseURL}/metrics`)).text()
  const labels = `place="checkout",policy="${policy}",directive="${directive}"`
  const line = text.split('\n').find((each) => each.startsWith(`shop_csp_reports_total{${labels}} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('blocks a script injected into the page, and reports it from the checkout @wide', async ({ page, baseURL }) => {
  await openCheckout(page)
  const before = await reportsOf(baseURL, 'enforced', 'script-src-elem')
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.stolen = true'
    document.head.append(script)
    return 'stolen' in window
  })
  expect(hasRun).toBe(false)
  await expect.poll(() => reportsOf(baseURL, 'enforced', 'script-src-elem')).toBeGreaterThan(before)
})

test('reports, but does not block, what only the candidate policy forbids @wide', async ({ page, baseURL }) => {
  const before = await reportsOf(baseURL, 'candidate', 'style-src-attr')
  await openCheckout(page)
  await cardFormReady(page)
  await expect(page.locator('.sq-card-iframe-container')).toHaveCSS('min-height', '50px')
  await expect.poll(() => reportsOf(baseURL, 'candidate', 'style-src-attr')).toBeGreaterThan(before)
})

test('blocks a script in the HTML of a page, whatever nonce it claims @wide', async ({ page }) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch()
    const injected = '<script>window.stolen = true</script><script nonce="guess">window.stolen = true</script>'
    await route.fulfill({ response, body: (await response.text()).replace('<main', `${injected}<main`) })
  })
  await page.goto('/about')
  await rendered(page)
  expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
})
