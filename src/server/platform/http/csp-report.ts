import { type Context, Hono } from 'hono'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { createLimiter, createLocalLimits } from './limits.ts'
import { methodNotAllowed } from './method-not-allowed.ts'
import { readJson } from './read-json.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { throttle } from './throttle.ts'

export type CspReportDeps = {
  publicOrigin: string
  securityHeaders: SecurityHeaders
  trustedProxies: number
  log: Logger
  count: (place: CspPlace, directive: string) => void
  alertOwner: (alert: CspAlert) => Promise<void>
}

export type CspAlert = { kind: 'checkout-script'; subject: string; detail: string }

export type CspPlace = 'page' | 'checkout'

/** All that is stored of a report: nothing a visitor typed, no tokens, no query strings. */
type CspViolation = { directive: string; blocked: string; page: string }

const CONTENT_TYPES = ['application/reports+json', 'application/csp-report', 'application/json']
const PER_ADDRESS = { count: 20, perMs: 60_000 }
const OVERALL = { count: 300, perMs: 60_000 }

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
/** Injected by the visitor's own browser extensions. */
const EXTENSION_SCHEME = /^(?:(?:chrome|moz|safari-web|ms-browser)-extension|webkit-masked-url)$/

const text = z.optional(z.nullable(z.string()))
const reportingApi = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
)
const reportUri = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
})

/**
 * Receives content security policy reports in both formats. Browsers strip the fragment from the page's URL, and the
 * checkout is a fragment (#checkout), so its dialog sends the violations it observes to /csp-report/checkout.
 */
export function cspReport(deps: CspReportDeps): Hono {
  const { securityHeaders, trustedProxies, log, count, alertOwner, publicOrigin } = deps
  const { forApi } = securityHeaders
  const app = new Hono()
  const now = () => performance.now()
  const refuse = (c: Context, seconds: number) => c.body(null, 429, { ...forApi, 'retry-after': String(seconds) })
  // In-process limits: a report is not worth a query.
  app.use(
    throttle({ name: 'csp-report', perAddress: PER_ADDRESS, limits: createLocalLimits(now), trustedProxies, refuse }),
  )
  const overall = createLimiter(OVERALL, now)
  app.use(async (c, next) => {
    const waitMs = overall.take('all')
    if (waitMs > 0) return refuse(c, Math.ceil(waitMs / 1000))
    await next()
  })

  async function take(c: Context, place: CspPlace): Promise<Response> {
    for (const violation of readViolations(await readJson(c.req.raw, { contentTypes: CONTENT_TYPES }), publicOrigin)) {
      count(place, violation.directive)
      log.warn({ ...violation, place }, 'content security policy violated')
      if (place === 'checkout' && isAlarming(violation)) await alertOwner(toAlert(violation))
    }
    return c.body(null, 204, forApi)
  }

  app.post('/', (c) => take(c, 'page'))
  app.post('/checkout', (c) => take(c, 'checkout'))
  app.all('*', methodNotAllowed(securityHeaders, 'POST'))
  return app
}

/** Returns the violations in a body of either format, reduced to what may be stored; empty if it is neither. */
export function readViolations(body: unknown, publicOrigin: string): CspViolation[] {
  const modern = reportingApi.safeParse(body)
  const classic = reportUri.safeParse(body)
  const found = modern.success
    ? modern.data.map((report) => [report.body.effectiveDirective, report.body.blockedURL, report.body.documentURL])
    : classic.success
      ? [classic.data['csp-report']].map((report) => [
          report['effective-directive'] ?? report['violated-directive']?.split(' ', 1)[0],
          report['blocked-uri'],
          report['document-uri'],
        ])
      : []
  return found.map(([directive, blocked, page]) => ({
    directive: DIRECTIVES.has(directive ?? '') ? (directive ?? '') : 'other',
    blocked: toOrigin(blocked ?? ''),
    page: toPage(page ?? '', publicOrigin),
  }))
}

function isAlarming({ directive, blocked }: CspViolation): boolean {
  return ALARMING.test(directive) && blocked !== 'extension'
}

/** At most one open alert, because anyone can send reports and choose their content. */
function toAlert({ directive, blocked }: CspViolation): CspAlert {
  return {
    kind: 'checkout-script',
    subject: 'checkout',
    detail: `A buyer's browser blocked something in the checkout (${directive}, ${blocked.replaceAll('.', '[.]')}). Check the shop's pages for code that is not ours; a browser extension or a made-up report can be the cause as well.`,
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
