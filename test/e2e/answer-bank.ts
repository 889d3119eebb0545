import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** The bank's page, in a frame above everything. */
export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('body > .sq-challenge iframe')
}

/**
 * Types the code that the bank asks for. The frame is a process of its own: a click may come before the browser knows
 * where it lies, so the button is told of it from within.
 */
export async function answerBank(page: Page, code = '123456', button = 'Approve'): Promise<void> {
  const bank = bankFrame(page)
  await expect(bank.getByLabel('Code')).toBeVisible()
  await bank.getByLabel('Code').fill(code)
  await bank.getByRole('button', { name: button }).dispatchEvent('click')
}
