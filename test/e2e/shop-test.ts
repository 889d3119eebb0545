import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Page, test as base } from '@playwright/test'

/** Every browser test fails on what a visitor's console would show: errors, warnings, and blocked scripts or styles. */
export const test = base.extend<{ slowLine: void; quietConsole: void; arrivedPage: void }>({
  // With SLOW_LINE=700 every answer takes up to so many milliseconds longer: what is looked at or pressed too early shows.
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
  // Each test is a visitor of its own; otherwise they would use up each other's share of what is throttled.
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
  extraHTTPHeaders: async ({}, use, { testId }) => {
    const digest = createHash('sha256').update(testId).digest()
    await use({ 'x-forwarded-for': `127.${digest[0]}.${digest[1]}.${digest[2]}` })
  },
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`))
      page.on('console', (message) => {
        // A page that is meant to be missing and a card that is meant to be declined are announced by the browser itself.
        const isExpected = /the server responded with a status of (402|404|409|422)/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text())
      })
      await use()
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  // Chromium may forget to close a page that it is told to close while the next document replaces the last
  // (crbug.com/536385539), and the test would hang after its last line; so what a last click began is waited for.
  arrivedPage: [
    async ({ page }, use) => {
      await use()
      await page.waitForFunction(() => document.readyState !== 'loading')
    },
    { auto: true },
  ],
})

/** For the rare test that moves the focus or types at once: React has taken the page over when it marks its nodes. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))
}

/** The page as it stays: after a form, what it says can be read before its styles and letters are here. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate(async () => {
    // Letters are fetched once something is laid out with them.
    document.body.getBoundingClientRect()
    await document.fonts.ready
  })
}

/** Keeps the shop's answer from the page until it is let go: what is shown in between can be looked at. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}

export { expect } from '@playwright/test'
