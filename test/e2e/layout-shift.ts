import type { Page } from '@playwright/test'
import { hydrated } from './shop-test.ts'

/** How much of the page shifted until it was hydrated and painted, and which elements. */
export async function layoutShift(page: Page): Promise<{ shift: number; moved: string[] }> {
  await hydrated(page)
  return page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const shifts = await new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve([]), 150)
    })
    const sources = shifts.flatMap((entry) => Reflect.get(entry, 'sources') as { node: Element | null }[])
    return {
      shift: shifts.reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
      moved: sources.map(({ node }) => (node?.outerHTML ?? String(node?.textContent)).slice(0, 100)),
    }
  })
}
