/** What a page with the card form may load, and where from. Each list holds sources of a content security policy. */
export type PaymentSources = {
  /** Which of the three Squares this is; only the emulator is on this machine. */
  provider: 'production' | 'sandbox' | 'emulator'
  /** The origin of square.js, its stylesheet and the card's frame. */
  sdk: string
  /** Scripts of others, as files rather than origins: what is known to be loaded today. */
  scriptFiles: readonly string[]
  scripts: readonly string[]
  images: readonly string[]
  /** Square's documentation names these; `undocumentedFonts` were seen by others in production. */
  fonts: readonly string[]
  undocumentedFonts: readonly string[]
  connect: readonly string[]
  /** Any origin of this scheme: a bank asks its customer in a page of its own, and no list names all banks. */
  banks: 'https:' | 'http:'
  /** Origins that may call the browser's payment API. */
  payment: readonly string[]
}

const TELEMETRY = 'https://o160250.ingest.sentry.io'
const FONTS = ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net']
const UNDOCUMENTED_FONTS = ['https://cash-f.squarecdn.com']

const SQUARE = {
  production: { sdk: 'https://web.squarecdn.com', pci: 'https://pci-connect.squareup.com' },
  sandbox: { sdk: 'https://sandbox.web.squarecdn.com', pci: 'https://pci-connect.squareupsandbox.com' },
} as const

/** Google's script asks for readiness at both google.com addresses and draws its button with a picture of gstatic.com. */
const GOOGLE_PAY = {
  origin: 'https://pay.google.com',
  images: 'https://www.gstatic.com/instantbuy/',
  connect: ['https://pay.google.com', 'https://google.com/pay', 'https://www.google.com/pay'],
}

/** The host names by which the emulator plays one part each, on its one port. */
const EMULATED = { sdk: 'web', pci: 'pci', telemetry: 'telemetry', fonts: 'fonts', googlePay: 'google-pay' }

/**
 * The sources for the Square that `webSdkUrl` belongs to; see docs/decisions/080. Apple Pay is part of the browser and
 * needs none.
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
    provider,
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

/** At web.localhost the emulator has an origin for each part, as Square has; at any other address it has only that one. */
function emulatorSources(webSdkUrl: string, hasWallets: boolean): PaymentSources {
  const { origin, hostname } = new URL(webSdkUrl)
  const at = (part: keyof typeof EMULATED) =>
    hostname === `${EMULATED.sdk}.localhost` ? origin.replace(`//${EMULATED.sdk}.`, `//${EMULATED[part]}.`) : origin
  const googlePay = hasWallets ? [at('googlePay')] : []
  return {
    provider: 'emulator',
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
