import type { FrameLocator, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

export function bankFrame(page: Page): FrameLocator {
  return page.frameLocator('body > .sq-challenge iframe')
}

/**
 * Enters a code in the bank's challenge. The frame is out of process, where a mouse click can get lost, so the click is
 * dispatched inside the frame.
 */
export async function answerBank(page: Page, code = '123456', button = 'Approve'): Promise<void> {
  const bank = bankFrame(page)
  await expect(bank.getByLabel('Code')).toBeVisible()
  await bank.getByLabel('Code').fill(code)
  await bank.getByRole('button', { name: button }).dispatchEvent('click')
}
