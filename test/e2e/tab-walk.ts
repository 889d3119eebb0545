import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** What can be reached with Tab, as in browsers: one stop for a group of radio buttons. */
const STOPS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'

/** How many extra presses the parts of a control take: a date has four. */
const PARTS = 40

type Stop = { index: number; name: string; problem: string }

/**
 * Presses Tab from the start of the page to its end. Every control must be reached once, in the order of the page, in
 * view, not covered by something else, and with a focus that can be seen.
 */
export async function expectTabWalk(page: Page): Promise<void> {
  const stops = await page.evaluate(look, { selector: STOPS, isStart: true })
  const walked: Stop[] = []
  for (let press = 0; walked.length < stops.length && press < stops.length + PARTS; press += 1) {
    await page.keyboard.press('Tab')
    const stop = await settledFocus(page)
    if (stop && stop.index !== walked.at(-1)?.index) walked.push(stop)
  }
  expect(walked).toEqual(stops)
}

/** The page may still be scrolling to it. */
async function settledFocus(page: Page): Promise<Stop | undefined> {
  let stop: Stop | undefined
  await expect
    .poll(
      async () => {
        ;[stop] = await page.evaluate(look, { selector: STOPS, isStart: false })
        return stop?.problem
      },
      { timeout: 3000 },
    )
    .toBe('')
    // Remaining problems are compared with the other stops.
    .catch(() => {})
  return stop
}

/** Presses Tab until the target has the focus. */
export async function tabTo(target: Locator, presses = 60): Promise<void> {
  for (let press = 0; press < presses; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/**
 * Where the focus is among the stops, and what is wrong with it; or all stops, with the focus before the first one. Parts
 * of the page may be replaced during this, so the stops are counted each time. Runs in the page.
 */
function look({ selector, isStart }: { selector: string; isStart: boolean }): Stop[] {
  const isStop = (element: HTMLElement): boolean => {
    const isOut = element.matches(':disabled, [tabindex="-1"], [inert] *')
    if (isOut || !element.checkVisibility({ visibilityProperty: true })) return false
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form }) => name === element.name && form === element.form,
    )
    return (group.find(({ checked }) => checked) ?? group[0]) === element
  }
  const nameOf = (element: HTMLElement): string => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
    return `${element.tagName.toLowerCase()} “${(element.ariaLabel ?? label ?? '').trim().slice(0, 40)}”`
  }
  const stops = [...document.querySelectorAll<HTMLElement>(selector)].filter(isStop)
  if (isStart) {
    // Tab continues from where the focus was, even if that element is gone.
    const start = document.createElement('span')
    start.tabIndex = -1
    document.body.prepend(start)
    start.focus()
    start.remove()
    window.scrollTo({ top: 0, behavior: 'instant' })
    return stops.map((element, index) => ({ index, name: nameOf(element), problem: '' }))
  }
  const element = document.activeElement
  if (!(element instanceof HTMLElement)) return [{ index: -1, name: '', problem: 'no focus' }]
  const box = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
  const isMarked = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  const points = [0.5, 0.1, 0.9].flatMap((x) =>
    [0.5, 0.1, 0.9].map((y) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)),
  )
  // Sideways all of it: Chromium leaves a link where it is if a pixel of it is in view.
  const isInside = (box.left > -1 && box.right < innerWidth + 1) || box.width > innerWidth
  const isHit = points.some((hit) => hit && (element.contains(hit) || hit.closest('label')?.control === element))
  const isSeen = isInside && isHit
  const problem = isMarked ? (isSeen ? '' : 'out of view or covered') : 'its focus can’t be seen'
  return [{ index: stops.indexOf(element), name: nameOf(element), problem }]
}
