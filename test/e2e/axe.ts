import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { PHONE, WIDE } from '../../playwright.config.ts'
import { rendered, expect, test } from './shop-test.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe on the page and its frames; horizontal scrolling is a violation too. A test that runs at one width only looks
 * at the other one here.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await rendered(page)
  // The card fields are in a cross-origin frame of the payment provider.
  const inject = `${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
  await Promise.all(page.frames().map((frame) => frame.evaluate(inject)))
  await expectNoViolationsNow(page)
  const own = page.viewportSize()
  const other = otherWindow()
  if (!own || !other) return
  await page.setViewportSize(other)
  await rendered(page)
  await expectNoViolationsNow(page)
  await page.setViewportSize(own)
}

function otherWindow(): ViewportSize | undefined {
  const { tags } = test.info()
  if (tags.includes('@wide')) return PHONE
  return tags.includes('@phone') ? WIDE : undefined
}

async function expectNoViolationsNow(page: Page): Promise<void> {
  const violations = await page.evaluate(async () => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe
    // Style sheets are not fetched again: the provider refuses them to scripts.
    const results = await run({ resultTypes: ['violations'], preload: false })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  const width = page.viewportSize()?.width ?? 0
  expect(violations, `${page.url()} at ${width}`).toEqual([])
  // Not innerWidth: on a phone that grows with overflowing content.
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth, `sideways scroll of ${page.url()} at ${width}`).toBeLessThanOrEqual(width)
}
