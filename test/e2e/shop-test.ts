import { test as base } from '@playwright/test'

/** Every browser test fails on what a visitor's console would show: errors, warnings, and blocked scripts or styles. */
export const test = base.extend<{ quietConsole: void }>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`))
      page.on('console', (message) => {
        // A page that is meant to be missing is announced by the browser itself.
        const isExpected = message.text().includes('the server responded with a status of 404')
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text())
      })
      await use()
      base.expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'
