import type { Page } from '@playwright/test'

/** For the rare test that moves the focus or types at once: React has hydrated the page when it marks its nodes. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber')))
}

/** Includes the parts below the first screen, which wait for the first interaction. */
export async function fullyHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    dispatchEvent(new Event('scroll'))
    return Array.from(document.querySelectorAll('main button, footer a'), Object.keys).every((keys) =>
      keys.some((key) => key.startsWith('__reactFiber')),
    )
  })
}
