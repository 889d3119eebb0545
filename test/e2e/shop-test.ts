import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Page, test as base } from '@playwright/test'

export { fullyHydrated, hydrated } from '../hydrated.ts'

/** Every browser test fails on anything in the visitor's console: errors, warnings, and blocked scripts or styles. */
export const test = base.extend<{ slowLine: void; isConsoleQuiet: boolean; quietConsole: void; arrivedPage: void }>({
  /** Set to false in a test that provokes violations on purpose. */
  isConsoleQuiet: [true, { option: true }],
  // SLOW_LINE=700 delays every response by up to that many milliseconds, to reveal checks and clicks that come too
  // early.
  slowLine: [
    async ({ context }, use) => {
      const longest = Number(process.env.SLOW_LINE ?? 0)
      if (longest > 0)
        await context.route('**/*', async (route) => {
          await setTimeout(Math.random() * longest)
          await route.continue()
        })
      await use()
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
  // Each test is its own visitor; otherwise they would share throttle limits.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
  extraHTTPHeaders: async ({}, use, { testId }) => {
    const digest = createHash('sha256').update(testId).digest()
    await use({ 'x-forwarded-for': `127.${digest[0]}.${digest[1]}.${digest[2]}` })
  },
  // Scripts are requested after the load event, and a test is faster than any visitor: a form that it fills in and sends
  // at once would be sent without them. A test that delays scripts on purpose waits for something else.
  page: async ({ page, javaScriptEnabled }, use) => {
    const goTo = page.goto.bind(page)
    if (javaScriptEnabled)
      page.goto = async (address, options) => {
        const response = await goTo(address, options)
        if (!options?.waitUntil) await page.waitForFunction(hasRunScripts)
        return response
      }
    await use(page)
  },
  quietConsole: [
    async ({ page, isConsoleQuiet }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`))
      page.on('console', (message) => {
        // The browser itself logs intended 404s and declined cards, and what the report-only policy would block.
        const isExpected = /the server responded with a status of (402|404|409|422)|report-only/i.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text())
      })
      await use()
      if (isConsoleQuiet) base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  // Chromium may fail to close a page while a navigation replaces its document (crbug.com/536385539), and the test
  // would hang after its last line; so wait for the navigation of a last click.
  arrivedPage: [
    async ({ page }, use) => {
      await use()
      await page.waitForFunction(() => document.readyState !== 'loading')
    },
    { auto: true },
  ],
})

/** True once the page's module has run, which starts hydration, and on pages that don't have one. */
function hasRunScripts(): boolean {
  return !('__reactRouterContext' in window) || '__reactRouterRouteModules' in window
}

/** Waits for the final rendering: after a form, text is readable before its styles and fonts have loaded. */
export async function rendered(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    // Fonts load once something is laid out with them.
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
}

/** Holds back the shop's response until released, to check what is shown in between. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}

export { expect } from '@playwright/test'
