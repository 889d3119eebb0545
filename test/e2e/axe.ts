import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { rendered, expect } from './shop-test.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs axe on the page and its frames; horizontal scrolling is a violation too. */
export async function expectNoViolations(page: Page): Promise<void> {
  await rendered(page)
  // The card fields are in a cross-origin frame of the payment provider.
  const inject = `${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
  await Promise.all(page.frames().map((frame) => frame.evaluate(inject)))
  const violations = await page.evaluate(async () => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe
    // Style sheets are not fetched again: the provider refuses them to scripts.
    const results = await run({ resultTypes: ['violations'], preload: false })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  expect(violations, page.url()).toEqual([])
  // Not innerWidth: on a phone that grows with overflowing content.
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, `sideways scroll of ${page.url()}`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}
