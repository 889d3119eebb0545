import { type LookAlike, startLookAlike } from '../look-like-square.ts'
import { test as base } from './shop-test.ts'

export type Square = 'sandbox' | 'production'

/**
 * A production shop and Square's real host names, served by the emulator. Wallets are on only in production, so that
 * both variants of the policy are covered.
 */
export const test = base.extend<{ visited: Set<string> }, { square: Square; lookAlike: LookAlike }>({
  square: ['production', { scope: 'worker', option: true }],
  lookAlike: [
    async ({ square }, use) => {
      const lookAlike = await startLookAlike({
        square,
        environment: { WALLETS: square === 'production' ? 'on' : 'off' },
      })
      await use(lookAlike)
      await lookAlike.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  launchOptions: [
    async ({ launchOptions, lookAlike }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...lookAlike.chromiumArgs] })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ lookAlike }, use) => use(lookAlike.shopUrl),
  ignoreHTTPSErrors: true,
  extraHTTPHeaders: {},
  /** The hosts that the page and its frames have loaded from. */
  visited: async ({ page }, use) => {
    const hosts = new Set<string>()
    page.on('response', (response) => hosts.add(new URL(response.url()).hostname))
    await use(hosts)
  },
})

/** In no policy. */
const BANK = 'acs.elmwood-credit-union.example'
const OTHERS = [
  'o160250.ingest.sentry.io',
  'square-fonts-production-f.squarecdn.com',
  'd1g145x70srn7h.cloudfront.net',
  'cash-f.squarecdn.com',
  'geoissuer.cardinalcommerce.com',
  BANK,
]
const OF_SQUARE: Record<Square, string[]> = {
  sandbox: ['sandbox.web.squarecdn.com', 'pci-connect.squareupsandbox.com', 'connect.squareupsandbox.com'],
  production: ['web.squarecdn.com', 'pci-connect.squareup.com', 'connect.squareup.com'],
}
export const OF_GOOGLE = ['pay.google.com', 'www.gstatic.com']

/** All hosts that a paid order with 3-D Secure loads from. */
export function expectedHosts(square: Square): string[] {
  const wallets = square === 'production' ? OF_GOOGLE : []
  return ['bloomera.example', ...OF_SQUARE[square], ...OTHERS, ...wallets].toSorted()
}
