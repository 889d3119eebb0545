import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Frame, Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import { PHONE, WIDE } from '../../playwright.config.ts'
import { rendered, expect, test } from './shop-test.ts'

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe on the page and its frames, for contrast in the dark scheme too; horizontal scrolling is a violation as well.
 * A test that runs at only one width checks the other one here.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await rendered(page)
  // The card fields are in a cross-origin frame of the payment provider.
  await Promise.all(page.frames().map(loadAxe))
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

/** Once per document: half a megabyte takes longer to parse than some pages take to check. */
async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in window)) return
  await frame.evaluate(`${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
}

function otherWindow(): ViewportSize | undefined {
  const { tags } = test.info()
  if (tags.includes('@wide')) return PHONE
  return tags.includes('@phone') ? WIDE : undefined
}

/**
 * The same with the system's colors, as people with low vision set them. The system then ensures contrast, as long as
 * nothing on the page keeps its own colors: axe can't measure it, because a computed `color` is still the shop's.
 */
export async function expectNoViolationsInForcedColors(page: Page): Promise<void> {
  await rendered(page)
  await loadAxe(page.mainFrame())
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colors change at once, not over time.
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    expect(await violations(page, { 'color-contrast': { enabled: false } }), page.url()).toEqual([])
    expect(await withOwnColors(page), `colors of their own on ${page.url()}`).toEqual([])
  }
}

/** What the system's colors don't reach: elements that opted out, and icons whose color isn't that of the text around. */
function withOwnColors(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.body.querySelectorAll('*'))
      .filter((element) => {
        const { forcedColorAdjust, color } = getComputedStyle(element)
        if (element.parentElement?.closest('svg') || element.closest('.star-choice')) return false
        if (!(element instanceof SVGElement)) return forcedColorAdjust !== 'auto'
        return element.parentElement !== null && color !== getComputedStyle(element.parentElement).color
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

/** For visitors who ask for more contrast, in the light scheme: its accents have less of it. */
export async function expectMoreContrast(page: Page): Promise<void> {
  await rendered(page)
  await page.evaluate(axeSource)
  // Colors change at once, not over time.
  await page.emulateMedia({ forcedColors: 'none', contrast: 'more', colorScheme: 'light', reducedMotion: 'reduce' })
  await finishAnimations(page)
  expect(await violations(page, 'color-contrast'), `${page.url()} with more contrast`).toEqual([])
  await page.emulateMedia({ contrast: null })
}

async function expectContrastInTheDark(page: Page): Promise<void> {
  // Colors change at once, not over time.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await violations(page, 'color-contrast'), `${page.url()} in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await rendered(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await finishAnimations(page)
}

/** Animations that were off with reduced motion start again, and a toast that is fading in has no contrast yet. */
function finishAnimations(page: Page): Promise<void> {
  return page.evaluate(() => {
    // Starts them.
    document.body.getBoundingClientRect()
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
  })
}

/** With all rules, one of them, or some of them configured differently. */
function violations(page: Page, rules?: string | axe.RuleObject): Promise<string[]> {
  return page.evaluate(async (which) => {
    const { run } = Reflect.get(globalThis, 'axe') as typeof axe
    const chosen = typeof which === 'string' ? { runOnly: [which] } : { rules: which ?? {} }
    // Style sheets aren't fetched again, because the provider doesn't allow scripts to.
    const results = await run({ resultTypes: ['violations'], preload: false, ...chosen })
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

async function expectNoViolationsNow(page: Page): Promise<void> {
  // What was collapsed changes its colors only when it is opened, over time.
  await finishAnimations(page)
  const width = page.viewportSize()?.width ?? 0
  expect(await violations(page), `${page.url()} at ${width}`).toEqual([])
  // Not innerWidth: on a phone that grows with overflowing content.
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(scrollWidth, `sideways scroll of ${page.url()} at ${width}`).toBeLessThanOrEqual(width)
}
