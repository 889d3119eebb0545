import { type PaymentSources, paymentSources } from './payment-sources.ts'

export type HeaderMap = Record<string, string>

/** Where the shop is, where its card form is loaded from, and whether wallets are shown. */
export type ShopAddresses = { publicUrl: URL; square: { webSdkUrl: string }; hasWallets: boolean }

/** Browsers that know the first ignore the second. */
const REPORTING = ['report-to csp', 'report-uri /csp-report']
const CANDIDATE_REPORTING = ['report-to csp-candidate', 'report-uri /csp-report/candidate']
const REPORTING_ENDPOINTS = 'csp="/csp-report", csp-candidate="/csp-report/candidate"'

/**
 * The headers of every response. Pages name the hashes of their own inline scripts, so neither a nonce (which would make
 * a cached page unusable) nor 'unsafe-inline' is needed for scripts.
 */
export function createSecurityHeaders(
  { publicUrl, square: { webSdkUrl }, hasWallets }: ShopAddresses,
  { hasHotReload = false }: { hasHotReload?: boolean } = {},
) {
  const isHttps = publicUrl.protocol === 'https:'
  const sources = paymentSources(webSdkUrl, hasWallets)

  // Vite's client opens a socket, and polls a stopped server from a worker.
  const hotReload = hasHotReload
    ? { connect: [`ws://${publicUrl.host}`], workers: [`worker-src blob:`] }
    : { connect: [], workers: [] }

  const permissions = (camera: string) =>
    `camera=${camera}, microphone=(), geolocation=(), usb=(), payment=(self ${sources.payment.map((origin) => `"${origin}"`).join(' ')})`

  const everywhere: HeaderMap = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions('()'),
    ...(isHttps && { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }),
  }

  function policy(page: Pick<PaymentSources, 'scripts' | 'fonts'> & { ownScripts: string; styles: readonly string[] }) {
    return [
      `default-src 'none'`,
      `base-uri 'none'`,
      `object-src 'none'`,
      // Square's script submits a form from this page into the bank's 3-D Secure frame.
      `form-action 'self' ${sources.banks}`,
      `frame-ancestors 'none'`,
      ['script-src', page.ownScripts, ...page.scripts].join(' '),
      ['style-src', `'self'`, sources.sdk, ...page.styles].join(' '),
      ['img-src', `'self'`, 'data:', ...sources.images].join(' '),
      ['font-src', `'self'`, ...page.fonts].join(' '),
      ['connect-src', `'self'`, ...sources.connect, ...hotReload.connect].join(' '),
      ...hotReload.workers,
      `frame-src ${sources.banks}`,
      `manifest-src 'self'`,
    ]
  }

  function pagePolicy(hashes: readonly string[]): string {
    return [
      ...policy({
        ownScripts: `'self'`,
        scripts: [...sources.scripts, ...hashes],
        styles: [`'unsafe-inline'`],
        fonts: [...sources.fonts, ...sources.undocumentedFonts],
      }),
      ...(isHttps ? ['upgrade-insecure-requests'] : []),
      ...REPORTING,
    ].join('; ')
  }

  /** Stricter than the enforced policy, and sent report-only. */
  function candidatePolicy(hashes: readonly string[], styles: readonly string[]): string {
    return [
      ...policy({
        ownScripts: new URL('/assets/', publicUrl).href,
        scripts: [...sources.scriptFiles, ...hashes],
        styles,
        fonts: sources.fonts,
      }),
      ...CANDIDATE_REPORTING,
    ].join('; ')
  }

  const deskPolicy = [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-src 'self'`,
    `frame-ancestors 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    // The installed desk, and the worker that shows its notifications.
    `manifest-src ${new URL('/desk.webmanifest', publicUrl).href}`,
    `worker-src ${new URL('/desk-worker.js', publicUrl).href}`,
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
    `require-trusted-types-for 'script'`,
    'trusted-types desk',
    ...REPORTING,
  ].join('; ')

  /** Nothing in a preview runs or is sent; emails style themselves inline. */
  const previewPolicy = `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'`

  /** The desk talks only to the shop itself, and isn't cached, indexed or revealed in referrers. */
  const forDesk = {
    ...everywhere,
    'cache-control': 'private, no-store',
    'content-security-policy': deskPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
    'reporting-endpoints': 'csp="/csp-report"',
    'x-robots-tag': 'noindex, nofollow',
  } satisfies HeaderMap

  return {
    /** `scripts` and `styles` are the hashes of the page's inline scripts and styles. */
    forPage(scripts: readonly string[], styles: readonly string[] = []): HeaderMap {
      const hashes = scripts.map(asSource)
      return {
        ...everywhere,
        'content-security-policy': pagePolicy(hashes),
        // Vite serves scripts from their source paths.
        ...(!hasHotReload && { 'content-security-policy-report-only': candidatePolicy(hashes, styles.map(asSource)) }),
        'reporting-endpoints': REPORTING_ENDPOINTS,
      }
    },
    forDesk,
    /** The desk's label scanning screen. It can use the camera; images never leave the browser. */
    forScanning: { ...forDesk, 'permissions-policy': permissions('(self)') } satisfies HeaderMap,
    /** A page with unpublished texts, in a frame of the desk. */
    forPreview: {
      ...forDesk,
      'content-security-policy': previewPolicy,
      'x-frame-options': 'SAMEORIGIN',
    } satisfies HeaderMap,
    /** A file opened directly runs nothing; an SVG may style itself, and the desk's worker shows an icon. */
    forFile: {
      ...everywhere,
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'`,
    } satisfies HeaderMap,
    forApi: {
      ...everywhere,
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
    } satisfies HeaderMap,
  }
}

function asSource(hash: string): string {
  return `'sha256-${hash}'`
}

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>
