import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { PHONE, WIDE } from '../../playwright.config.ts'
import { rendered, expect, test } from './shop-test.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe on the page and its frames, for contrast in the dark scheme too; horizontal scrolling is a violation as well.
 * A test that runs at one width only looks at the other one here.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await rendered(page)
  // The card fields are in a cross-origin frame of the payment provider.
  const inject = `${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`
  await Promise.all(page.frames().map((frame) => frame.evaluate(inject)))
  await expectNoViolationsNow(page)
  await expectContrastInTheDark(page)
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

async function expectContrastInTheDark(page: Page): Promise<void> {
  // Colors change at once, not over time.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violations(page, ['color-contrast']), `${page.url()} in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await rendered(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await finishAnimations(page)
}

/** Those that moved nothing while motion was reduced start anew, and a toast that fades in has no contrast yet. */
function finishAnimations(page: Page): Promise<void> {
  return page.evaluate(() => {
    // Starts them.
    document.body.getBoundingClientRect()
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
  })
}

function violations(page: Page, runOnly?: string[]): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe
    // Style sheets are not fetched again: the provider refuses them to scripts.
    const results = await run({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

async function expectNoViolationsNow(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  expect(await violations(page), `${page.url()} at ${width}`).toEqual([])
  // Not innerWidth: on a phone that grows with overflowing content.
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth, `sideways scroll of ${page.url()} at ${width}`).toBeLessThanOrEqual(width)
}
