import type { Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/**
 * The provider's sheet is a frame in a separate process. A mouse click may come before the browser knows where the
 * frame is, and is then lost; so the click is dispatched inside the frame.
 */
export async function chooseInWallet(page: Page, total: string, button: string): Promise<void> {
  const sheet = page.frameLocator('body > iframe.sq-wallet-sheet')
  await expect(sheet.getByText(total)).toBeVisible()
  const choice = sheet.getByRole('button', { name: button })
  await expect(choice).toBeEnabled()
  await choice.dispatchEvent('click')
}
