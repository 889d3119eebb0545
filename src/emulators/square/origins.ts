/** The roles that Square and its partners play for a browser, each on its own origin. */
export type Part =
  | 'sdk'
  | 'pci'
  | 'api'
  | 'telemetry'
  | 'fonts'
  | 'googlePay'
  | 'googleImages'
  | 'threeDsMethod'
  | 'bank'

export type Origins = {
  /** Production, where application ids have another prefix. */
  isLive: boolean
  fonts: string[]
} & Record<Exclude<Part, 'fonts'>, string>

type Hosts = { fonts: string[] } & Record<Exclude<Part, 'fonts'>, string>

/** The bank is fictional, and must not appear in any policy: a buyer's bank isn't known in advance. */
const OTHERS_OF_SQUARE = {
  telemetry: 'o160250.ingest.sentry.io',
  fonts: ['square-fonts-production-f.squarecdn.com', 'd1g145x70srn7h.cloudfront.net', 'cash-f.squarecdn.com'],
  googlePay: 'pay.google.com',
  googleImages: 'www.gstatic.com',
  threeDsMethod: 'geoissuer.cardinalcommerce.com',
  bank: 'acs.elmwood-credit-union.example',
}

/** Browsers resolve these to loopback, and treat each as a separate site. */
const LOCAL: Hosts = {
  sdk: 'web.localhost',
  pci: 'pci.localhost',
  api: 'connect.localhost',
  telemetry: 'telemetry.localhost',
  fonts: ['fonts.localhost'],
  googlePay: 'google-pay.localhost',
  googleImages: 'google-pay.localhost',
  threeDsMethod: 'geoissuer.localhost',
  bank: 'acs.elmwood-credit-union.localhost',
}

/** For a browser that maps Square's host names to loopback; see test/look-like-square.ts. */
const SANDBOX: Hosts = {
  sdk: 'sandbox.web.squarecdn.com',
  pci: 'pci-connect.squareupsandbox.com',
  api: 'connect.squareupsandbox.com',
  ...OTHERS_OF_SQUARE,
}
const PRODUCTION: Hosts = {
  sdk: 'web.squarecdn.com',
  pci: 'pci-connect.squareup.com',
  api: 'connect.squareup.com',
  ...OTHERS_OF_SQUARE,
}

const WORLDS = [LOCAL, SANDBOX, PRODUCTION]

/** The paths that each role serves. */
const PATHS: Record<Part, RegExp> = {
  sdk: /^\/v1\/[\w-]+\.\w+$/,
  pci: /^\/v1\/(?:tokens|challenges\/\w+|verifications|wallet-tokens|hydrate)$/,
  api: /^\/v2\/|^\/3ds\/result(?:\.js)?$/,
  telemetry: /^\/api\//,
  fonts: /^\/fonts\//,
  googlePay: /^\/gp\//,
  googleImages: /^\/instantbuy\//,
  threeDsMethod: /^\/3ds\/(?:method|submit\.js)$/,
  bank: /^\/3ds\/(?:challenge|answer|submit\.js|bank\.css)$/,
}

/** Returns true if the host serves the path. A role's host name serves only its own paths, 127.0.0.1 serves all. */
export function isPlayedAt({ hostname, pathname }: URL): boolean {
  const parts = WORLDS.flatMap((hosts) => Object.entries(hosts) as [Part, string | string[]][])
    .filter(([, names]) => [names].flat().includes(hostname))
    .map(([part]) => part)
  return parts.length === 0 || parts.some((part) => PATHS[part].test(pathname))
}

/** The origins of all roles, for a request to one of Square's own hosts. */
export function originsFor(url: URL): Origins {
  const hosts = WORLDS.find(({ sdk, pci, api }) => [sdk, pci, api].includes(url.hostname))
  const at = (part: Exclude<Part, 'fonts'>) => (hosts ? toOrigin(url, hosts[part]) : url.origin)
  return {
    isLive: hosts === PRODUCTION,
    sdk: at('sdk'),
    pci: at('pci'),
    api: at('api'),
    telemetry: at('telemetry'),
    fonts: hosts ? hosts.fonts.map((host) => toOrigin(url, host)) : [url.origin],
    googlePay: at('googlePay'),
    googleImages: at('googleImages'),
    threeDsMethod: at('threeDsMethod'),
    bank: at('bank'),
  }
}

function toOrigin({ protocol, port }: URL, hostname: string): string {
  return `${protocol}//${hostname}${port && `:${port}`}`
}
