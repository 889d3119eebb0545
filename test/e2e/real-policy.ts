import { FOREIGN_HOST } from '../look-like-square.ts'
import { answerBank, bankFrame } from './answer-bank.ts'
import { arrivesAtOrder, buyer, capturesOf, fillAddress, fillCard, openCheckout, payButton } from './checkout-page.ts'
import { expectedHosts, type Square, test } from './look-alike-test.ts'
import { expect } from './shop-test.ts'

/** Defines the tests for one of Square's environments. */
export function describeRealPolicy(square: Square): void {
  // The tests share one shop.
  test.describe.configure({ mode: 'default' })

  test('pays with 3-D Secure at a bank that no policy lists', async ({ page, lookAlike, visited }) => {
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
    // Everything was loaded, and the console is quiet: nothing was blocked.
    expect([...visited].toSorted()).toEqual(expectedHosts(square))
  })

  test('the privacy page names whom the checkout asks, no more and no less', async ({ page, lookAlike, visited }) => {
    await page.goto('/privacy-policy')
    const list = page.getByRole('heading', { name: 'What pages load, and from whom' }).locator('xpath=following::ul[1]')
    const text = await list.innerText()
    await page.goto('/')
    expect([...visited], 'while browsing').toEqual([new URL(lookAlike.shopUrl).hostname])

    const dialog = await openCheckout(page)
    await fillAddress(dialog, buyer(`privacy-${square}`))
    await fillCard(page, { number: '4310000000201019' })
    await payButton(page).click()
    await answerBank(page)
    await arrivesAtOrder(page)
    expect([...namedParties(text)].toSorted()).toEqual([...askedParties(visited, lookAlike.shopUrl)].toSorted())
  })

  test.describe(() => {
    test.use({ isConsoleQuiet: false })

    test('blocks a foreign script, and requests to its host', async ({ page, visited }) => {
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

const SQUARE = new Set(['squarecdn.com', 'squareup.com', 'squareupsandbox.com'])
/** The emulator's bank, and its contractor, which many banks have. */
const BANK = new Set(['elmwood-credit-union.example', 'cardinalcommerce.com'])

/** The domains that were requested; Square and the bank by name, as on the page. */
function askedParties(hosts: Iterable<string>, shopUrl: string): Set<string> {
  const domains = [...hosts]
    .filter((host) => host !== new URL(shopUrl).hostname)
    .map((host) => host.split('.').slice(-2).join('.'))
  return new Set(domains.map(toParty))
}

function namedParties(text: string): Set<string> {
  const domains = Array.from(text.matchAll(/\b[a-z0-9-]+(?:\.[a-z0-9-]+)+\b/g), ([host]) =>
    host.split('.').slice(-2).join('.'),
  )
  return new Set([...domains.map(toParty), ...(text.includes('Your bank') ? ['the bank'] : [])])
}

function toParty(domain: string): string {
  if (SQUARE.has(domain)) return 'Square'
  return BANK.has(domain) ? 'the bank' : domain.replace('gstatic.com', 'google.com')
}

declare global {
  interface Window {
    refused: string[]
  }
}
