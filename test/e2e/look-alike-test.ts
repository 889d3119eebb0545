import { type LookAlike, startLookAlike } from '../look-like-square.ts'
import { test as base } from './shop-test.ts'

export type Square = 'sandbox' | 'production'

/**
 * Square's real names, answered by the emulator, under the policy that the shop has in production. Wallets are on with
 * one of the two only, so that both policies are met.
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
  /** The hosts that the page has loaded something from, in itself and in its frames. */
  visited: async ({ page }, use) => {
    const hosts = new Set<string>()
    page.on('response', (response) => hosts.add(new URL(response.url()).hostname))
    await use(hosts)
  },
})

/** In no list; the emulator's bank has it. */
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

/** Whom a paid order with 3-D Secure has loaded from, and nobody else. */
export function everybody(square: Square): string[] {
  const wallets = square === 'production' ? OF_GOOGLE : []
  return ['bloomera.example', ...OF_SQUARE[square], ...OTHERS, ...wallets].toSorted()
}
