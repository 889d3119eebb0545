export type HeaderMap = Record<string, string>

/** Where the shop is, and where its card form is loaded from. */
export type ShopAddresses = { publicUrl: URL; square: { webSdkUrl: string } }

/** The hosts that Square's own script loads from besides the one it is served by; cash-f is not in Square's list. */
const SQUARE_HOSTS = {
  fonts: [
    'https://square-fonts-production-f.squarecdn.com',
    'https://d1g145x70srn7h.cloudfront.net',
    'https://cash-f.squarecdn.com',
  ],
  connect: ['https://pci-connect.squareup.com', 'https://o160250.ingest.sentry.io'],
}

/** Browsers that know the first ignore the second. */
const REPORTING = ['report-to csp', 'report-uri /csp-report']

/**
 * The headers of every answer. Pages name the hashes of their own inline scripts, so neither a nonce (which would make
 * a cached page unusable) nor 'unsafe-inline' is needed.
 */
export function createSecurityHeaders({ publicUrl, square: { webSdkUrl } }: ShopAddresses) {
  const isHttps = publicUrl.protocol === 'https:'
  const squareOrigin = new URL(webSdkUrl).origin
  const square = squareOrigin.endsWith('.squarecdn.com') ? SQUARE_HOSTS : { fonts: [], connect: [squareOrigin] }

  const everywhere: HeaderMap = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${squareOrigin}")`,
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }

  function pagePolicy(scriptHashes: readonly string[]): string {
    return [
      `default-src 'none'`,
      `base-uri 'none'`,
      `object-src 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `script-src 'self' ${squareOrigin} ${scriptHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`.trimEnd(),
      `style-src 'self' ${squareOrigin}`,
      `img-src 'self' data:`,
      ['font-src', `'self'`, ...square.fonts].join(' '),
      ['connect-src', `'self'`, ...square.connect].join(' '),
      `frame-src ${squareOrigin}`,
      `manifest-src 'self'`,
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
      ...REPORTING,
    ].join('; ')
  }

  const deskPolicy = [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    `require-trusted-types-for 'script'`,
    'trusted-types desk',
    ...REPORTING,
  ].join('; ')

  return {
    forPage: (scriptHashes: readonly string[]): HeaderMap => ({
      ...everywhere,
      'content-security-policy': pagePolicy(scriptHashes),
      'reporting-endpoints': 'csp="/csp-report"',
    }),
    /** The desk meets nobody but the shop itself, and nobody keeps, indexes or learns where it was. */
    forDesk: {
      ...everywhere,
      'cache-control': 'no-store',
      'content-security-policy': deskPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'reporting-endpoints': 'csp="/csp-report"',
      'x-robots-tag': 'noindex, nofollow',
    } satisfies HeaderMap,
    /** A file runs nothing when it is opened by itself; an SVG may style itself. */
    forFile: {
      ...everywhere,
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'`,
    } satisfies HeaderMap,
    forApi: {
      ...everywhere,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    } satisfies HeaderMap,
  }
}

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>
