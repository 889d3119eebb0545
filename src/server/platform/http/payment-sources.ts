/** The CSP sources that a page with the card form needs. */
export type PaymentSources = {
  /** The origin of square.js, its stylesheet and the card form's frame. */
  sdk: string
  /** Third-party scripts by file, for the candidate policy. */
  scriptFiles: readonly string[]
  scripts: readonly string[]
  images: readonly string[]
  fonts: readonly string[]
  /** Missing from Square's documentation, but seen in production. */
  undocumentedFonts: readonly string[]
  connect: readonly string[]
  /** Any origin of this scheme: every card issuer serves 3-D Secure challenges from its own origin. */
  banks: 'https:' | 'http:'
  /** Origins that may use the Payment Request API. */
  payment: readonly string[]
}

const TELEMETRY = 'https://o160250.ingest.sentry.io'
const FONTS = ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net']
const UNDOCUMENTED_FONTS = ['https://cash-f.squarecdn.com']

const SQUARE = {
  production: { sdk: 'https://web.squarecdn.com', pci: 'https://pci-connect.squareup.com' },
  sandbox: { sdk: 'https://sandbox.web.squarecdn.com', pci: 'https://pci-connect.squareupsandbox.com' },
} as const

/** The browser itself connects to both google.com URLs; the button's image comes from gstatic.com. */
const GOOGLE_PAY = {
  origin: 'https://pay.google.com',
  images: 'https://www.gstatic.com/instantbuy/',
  connect: ['https://pay.google.com', 'https://google.com/pay', 'https://www.google.com/pay'],
}

/** The emulator's host names, one per role. */
const EMULATED = { sdk: 'web', pci: 'pci', telemetry: 'telemetry', fonts: 'fonts', googlePay: 'google-pay' }

/**
 * The sources for the environment that `webSdkUrl` belongs to; see docs/decisions/080. Apple Pay is built into the
 * browser and needs none.
 */
export function paymentSources(webSdkUrl: string, hasWallets: boolean): PaymentSources {
  const { origin } = new URL(webSdkUrl)
  for (const provider of ['production', 'sandbox'] as const)
    if (origin === SQUARE[provider].sdk) return squareSources(provider, webSdkUrl, hasWallets)
  return emulatorSources(webSdkUrl, hasWallets)
}

function squareSources(provider: 'production' | 'sandbox', webSdkUrl: string, hasWallets: boolean): PaymentSources {
  const { sdk, pci } = SQUARE[provider]
  return {
    sdk,
    scripts: [sdk, ...(hasWallets ? [GOOGLE_PAY.origin] : [])],
    scriptFiles: [webSdkUrl, ...(hasWallets ? [`${GOOGLE_PAY.origin}/gp/p/js/pay.js`] : [])],
    images: hasWallets ? [GOOGLE_PAY.images] : [],
    fonts: FONTS,
    undocumentedFonts: UNDOCUMENTED_FONTS,
    connect: [sdk, pci, TELEMETRY, ...(hasWallets ? GOOGLE_PAY.connect : [])],
    banks: 'https:',
    payment: [sdk, ...(hasWallets ? [GOOGLE_PAY.origin] : [])],
  }
}

/** At web.localhost the emulator has one origin per role, as Square does; at any other address it has a single origin. */
function emulatorSources(webSdkUrl: string, hasWallets: boolean): PaymentSources {
  const { origin, hostname } = new URL(webSdkUrl)
  const at = (part: keyof typeof EMULATED) =>
    hostname === `${EMULATED.sdk}.localhost` ? origin.replace(`//${EMULATED.sdk}.`, `//${EMULATED[part]}.`) : origin
  const googlePay = hasWallets ? [at('googlePay')] : []
  return {
    sdk: origin,
    scripts: unique([origin, ...googlePay]),
    scriptFiles: [webSdkUrl, ...googlePay.map((google) => `${google}/gp/p/js/pay.js`)],
    images: googlePay,
    fonts: [at('fonts')],
    undocumentedFonts: [],
    connect: unique([origin, at('pci'), at('telemetry'), ...googlePay]),
    banks: origin.startsWith('https:') ? 'https:' : 'http:',
    payment: unique([origin, ...googlePay]),
  }
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)]
}
