import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { createLimiter, createLocalLimits, type Limits } from './limits.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { readJson } from './read-json.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { clientKey, type DelayRefusal, throttle } from './throttle.ts'

export type CspReportDeps = {
  publicOrigin: string
  securityHeaders: SecurityHeaders
  trustedProxies: number
  log: Logger
  /** Shared by all processes, so that each browser is counted once. */
  limits: Limits
  delayRefusal: DelayRefusal
  count: (place: CspPlace, policy: CspPolicy, directive: string) => void
  alertOwner: (alert: CspAlert) => Promise<void>
}

/** `isAnother` is true for a browser's first report within a day. */
export type CspAlert = {
  kind: 'checkout-script' | 'checkout-candidate'
  subject: string
  detail: string
  isAnother: boolean
}

export type CspPlace = 'page' | 'checkout'
/** The candidate is the stricter, report-only policy. */
export type CspPolicy = 'enforced' | 'candidate'

/** All that is stored of a report: nothing a visitor typed, no tokens, no query strings. */
type CspViolation = { policy: CspPolicy; directive: string; blocked: string; page: string }

const CONTENT_TYPES = ['application/reports+json', 'application/csp-report', 'application/json']
const PER_ADDRESS = { count: 20, perMs: 60_000 }
const OVERALL = { count: 300, perMs: 60_000 }
/** Each browser, identified by its address, counts once per day. */
const ONE_BROWSER = { count: 1, perMs: 24 * 60 * 60_000 }

/** Allowed in log lines and metric labels; anything else becomes 'other'. */
const DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
])
/** Directives that a card skimmer would violate: foreign code, or data sent elsewhere. */
const ALARMING = /^(?:default-src|script-src|connect-src|frame-src|form-action|base-uri|worker-src|object-src)/
const KEYWORDS = new Set(['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob', 'trusted-types-sink'])
/** Hosts that the checkout loads from. If one is blocked, our policy is more likely at fault than the page. */
const PROVIDER_ORIGIN =
  /^https:\/\/(?:[\w-]+\.)*(?:squarecdn\.com|squareup\.com|squareupsandbox\.com|pay\.google\.com)$/
/** Injected by the visitor's own browser extensions. */
const EXTENSION_SCHEME = /^(?:(?:chrome|moz|safari-web|ms-browser)-extension|webkit-masked-url)$/

const text = z.optional(z.nullable(z.string()))
const reportingApi = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, disposition: text }),
  }),
)
const reportUri = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    disposition: text,
  }),
})

/**
 * Receives content security policy reports in both formats. Browsers strip the fragment from the page's URL, and the
 * checkout is a fragment (#checkout), so its dialog sends the violations it observes to /csp-report/checkout. Each path
 * has its own rate limit, so that a flood on one does not drop reports on another.
 */
export function cspReport(deps: CspReportDeps): Hono {
  const { securityHeaders, trustedProxies, log, limits, delayRefusal, count, alertOwner, publicOrigin } = deps
  const { forApi } = securityHeaders
  const app = new Hono()
  const now = () => performance.now()
  const refuse = (c: Context, seconds: number) => c.body(null, 429, { ...forApi, 'retry-after': String(seconds) })
  // In-process limits: a report is not worth a query.
  const localLimits = createLocalLimits(now)
  const overall = createLimiter(OVERALL, now)
  const browsers = limits('csp-report browser', ONE_BROWSER)

  /** `takeAnother` counts a further violation of the same report; false if there were too many. */
  async function take(c: Context, place: CspPlace, takeAnother: () => Promise<boolean>): Promise<Response> {
    const client = clientKey(c, trustedProxies)
    const alerts = new Map<string, CspAlert>()
    const violations = readViolations(await readJson(c.req.raw, { contentTypes: CONTENT_TYPES }), publicOrigin)
    for (const [index, violation] of violations.entries()) {
      if (index > 0 && !(await takeAnother())) break
      count(place, violation.policy, violation.directive)
      log.warn({ ...violation, place }, 'content security policy violated')
      if (place !== 'checkout' || !isAlarming(violation)) continue
      const alert = toAlert(violation)
      const name = `${alert.kind} ${alert.subject}`
      if (alerts.has(name)) continue
      alerts.set(name, { ...alert, isAnother: (await browsers.take(`${violation.policy} ${client}`)) === 0 })
    }
    for (const alert of alerts.values()) await alertOwner(alert)
    return c.body(null, 204, forApi)
  }

  for (const [path, place] of [
    ['/', 'page'],
    ['/candidate', 'page'],
    ['/checkout', 'checkout'],
  ] as const) {
    const name = `csp-report ${path}`
    // Shares its buckets with the throttle: a report of many violations counts as many reports.
    const perAddress = localLimits(name, PER_ADDRESS)
    app.post(
      path,
      throttle({ name, perAddress: PER_ADDRESS, limits: localLimits, trustedProxies, delayRefusal, refuse }),
      async (c) => {
        const waitMs = overall.take(path)
        if (waitMs > 0) return refuse(c, Math.ceil(waitMs / 1000))
        const client = clientKey(c, trustedProxies)
        return take(c, place, async () => (await perAddress.take(client)) === 0 && overall.take(path) === 0)
      },
    )
  }
  app.all('*', methodNotAllowed(securityHeaders, 'POST'))
  return app
}

/** The different violations in a body of either format, reduced to what may be stored; empty if it is neither. */
export function readViolations(body: unknown, publicOrigin: string): CspViolation[] {
  const modern = reportingApi.safeParse(body)
  const classic = reportUri.safeParse(body)
  const found = modern.success
    ? modern.data.map(({ body: { effectiveDirective, blockedURL, documentURL, disposition } }) => ({
        directive: effectiveDirective,
        blocked: blockedURL,
        page: documentURL,
        disposition,
      }))
    : classic.success
      ? [classic.data['csp-report']].map((report) => ({
          directive: report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0],
          blocked: report['blocked-uri'],
          page: report['document-uri'],
          disposition: report.disposition,
        }))
      : []
  const violations = found.map(({ directive, blocked, page, disposition }): CspViolation => ({
    policy: disposition === 'report' ? 'candidate' : 'enforced',
    directive: DIRECTIVES.has(directive ?? '') ? (directive ?? '') : 'other',
    blocked: toOrigin(blocked ?? ''),
    page: toPage(page ?? '', publicOrigin),
  }))
  return [...new Map(violations.map((violation) => [Object.values(violation).join(' '), violation])).values()]
}

function isAlarming({ directive, blocked }: CspViolation): boolean {
  return ALARMING.test(directive) && blocked !== 'extension'
}

/** Subjects come from closed lists to bound the number of alerts: anyone can send reports and choose their content. */
function toAlert({ policy, directive, blocked }: CspViolation): Omit<CspAlert, 'isAnother'> {
  const what = `${directive}, ${blocked.replaceAll('.', '[.]')}`
  if (policy === 'candidate')
    return {
      kind: 'checkout-candidate',
      subject: directive,
      detail: `A customer’s browser loaded something at checkout that the stricter candidate policy would block (${what}). Nothing was blocked. Find out what it is before tightening the policy. A browser extension or a fake report can also be the cause.`,
    }
  return {
    kind: 'checkout-script',
    subject: 'checkout',
    detail: PROVIDER_ORIGIN.test(blocked)
      ? `A customer’s browser blocked part of the card form at checkout (${what}). Square seems to load from an address the shop doesn’t allow yet, and customers may be unable to pay. Place a test order, and update the shop if it fails.`
      : `A customer’s browser blocked something at checkout (${what}). Check the shop’s pages for code that isn’t ours. A browser extension or a fake report can also be the cause.`,
  }
}

function toOrigin(blocked: string): string {
  if (KEYWORDS.has(blocked)) return blocked
  const url = URL.parse(blocked)
  if (!url) return 'other'
  const scheme = url.protocol.slice(0, -1)
  if (EXTENSION_SCHEME.test(scheme)) return 'extension'
  return /^(?:https?|wss?)$/.test(scheme) ? `${scheme}://${url.host}`.slice(0, 100) : scheme.slice(0, 20)
}

/** Only the first path segment, which names the kind of page; the rest may contain a secret. */
function toPage(page: string, publicOrigin: string): string {
  const url = URL.parse(page)
  if (url?.origin !== publicOrigin) return 'elsewhere'
  const [, first = '', ...rest] = url.pathname.split('/')
  return /^[\w-]{0,30}$/.test(first) ? `/${first}${rest.length > 0 ? '/…' : ''}` : '/…'
}
