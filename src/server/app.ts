import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { requestId, type RequestIdVariables } from 'hono/request-id'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { paths } from '#web/paths.ts'
import type { Alert } from './alerts/raise-alert.ts'
import { serveUploadedPictures } from './catalogue/pictures.api.ts'
import type { ProductIndex } from './catalogue/product-index.ts'
import { serveProduct, serveProducts } from './catalogue/products.api.ts'
import { serveSuggestions } from './catalogue/suggestions.api.ts'
import { countCheckouts } from './checkout/count-checkouts.ts'
import { getSquareConfig } from './checkout/get-square-config.function.ts'
import { orderStatus } from './checkout/order-status.function.ts'
import { payBalance } from './checkout/pay-balance.function.ts'
import { processSquarePayment } from './checkout/process-square-payment.function.ts'
import { quoteOrder } from './checkout/quote-order.function.ts'
import { validateDiscountCode } from './discounts/validate-discount-code.function.ts'
import { DOCUMENTS } from './documents.ts'
import type { Env } from './env.ts'
import { easyPostWebhook } from './labels/easypost-webhook.api.ts'
import { emailSignup } from './newsletter/email-signup.function.ts'
import { mailEvents } from './newsletter/mail-events.api.ts'
import { unsubscribe } from './newsletter/unsubscribe.api.ts'
import { notifyFailedMail } from './notices/notify-failed-mail.ts'
import { cancelOrder } from './orders/cancel-order.function.ts'
import { findOrder } from './orders/find-order.function.ts'
import { resolvePageAddress } from './page-address.ts'
import { serveAppleDomainFile } from './payments/apple-domain-file.api.ts'
import { squareWebhook } from './payments/square-webhook.api.ts'
import type { Database } from './platform/db/database.ts'
import { AppError, invalidRequest, toErrorResponse } from './platform/errors.ts'
import { isAddressedToShop } from './platform/http/addressed-to-shop.ts'
import { connectionAddress } from './platform/http/connection-address.ts'
import { cspReport } from './platform/http/csp-report.ts'
import type { Limits } from './platform/http/limits.ts'
import { methodNotAllowed } from './platform/http/method-not-allowed.ts'
import type { Metrics } from './platform/http/metrics.ts'
import { PRIVATE_HEADERS } from './platform/http/private-headers.ts'
import { warnOfProxyMismatch } from './platform/http/proxy-mismatch.ts'
import { createUnverifiedReader } from './platform/http/read-unverified.ts'
import { sameOriginWrites } from './platform/http/same-origin.ts'
import { isSameSecret } from './platform/http/same-secret.ts'
import type { SecurityHeaders } from './platform/http/security-headers.ts'
import { clientKey, senderOf } from './platform/http/throttle.ts'
import { cancelUnsentBody } from './platform/http/unsent-body.ts'
import { isLoopback } from './platform/loopback.ts'
import type { LocalMailbox } from './platform/mail/local-mailbox.ts'
import { mailboxPages } from './platform/mail/mailbox-pages.ts'
import { toRenderedPage } from './platform/pages/cached-document.ts'
import type { PageCache } from './platform/pages/page-cache.ts'
import type { RenderAdmission } from './platform/pages/render-admission.ts'
import type { RenderPage } from './platform/pages/render-page.ts'
import { createPageServer } from './platform/pages/serve-pages.ts'
import { redactPath } from './platform/redact.ts'
import { requestIdOf, scope } from './platform/scope.ts'
import type { Tracer } from './platform/trace.ts'
import { serveLiveReviews } from './reviews/live-reviews.api.ts'
import type { ReviewStreams } from './reviews/review-streams.ts'
import { serveProductReviews, serveReviews } from './reviews/reviews.api.ts'
import { submitReview } from './reviews/submit-review.function.ts'
import { updateFeaturedReviews } from './reviews/update-featured-reviews.function.ts'
import type { Services } from './services.ts'

declare module 'hono' {
  // Hono declares this too, but in a way TypeScript 7 does not pick up.
  interface ContextVariableMap extends RequestIdVariables {}
}

export type AppDeps = {
  env: Pick<
    Env,
    | 'cdn'
    | 'hasWallets'
    | 'mailWebhookSecret'
    | 'metricsToken'
    | 'mode'
    | 'publicKey'
    | 'publicUrl'
    | 'requestIdHeader'
    | 'securityContact'
    | 'square'
    | 'trustedProxies'
  >
  log: Logger
  database: Pick<Database, 'orm' | 'ping'>
  services: Services
  reviewStreams: ReviewStreams
  isReady: () => boolean
  /** Local development only. */
  mailbox: LocalMailbox | undefined
  cache: PageCache
  renderPage: RenderPage
  admission: RenderAdmission
  /** Called with the path of each page that was not found. */
  onMissing: (path: string) => void
  products: ProductIndex
  /** The same for the glossary. */
  ingredients: ProductIndex
  staticFiles: MiddlewareHandler
  securityHeaders: SecurityHeaders
  metrics: Metrics
  tracer: Tracer | undefined
  limits: Limits
  /** Handles everything below /admin, with the connection's bindings and the request id. */
  answerDesk: (request: Request, bindings: { requestId: string }) => Promise<Response>
}

/** Refusals that a flood can cause without a limit: during one, they are part of it. */
const MISSES = new Set([401, 404])

/** Of webhooks, all together. */
const MAX_UNVERIFIED_BYTES = 8 * 1024 * 1024

/** The whole HTTP surface. All dependencies are passed in; nothing is opened here. */
export function createApp(deps: AppDeps): Hono {
  const { env, log, cache, renderPage, admission, products, ingredients, securityHeaders, metrics } = deps
  const { balances, checkout, collections, discounts, orders, reviews, signup, submissions, tickets } = deps.services
  const { limits } = deps
  const { trustedProxies } = env
  const app = new Hono()
  const pages = createPageServer({
    cache,
    admission,
    resolve: resolvePageAddress,
    mayExist: async ({ slug, ingredient, collection, token }) =>
      (slug === undefined || (await products.mayExist(slug))) &&
      (ingredient === undefined || (await ingredients.mayExist(ingredient))) &&
      (collection === undefined || (await collections.mayExist(collection))) &&
      (token === undefined || orders.isToken(token)),
    movedTo: async ({ collection }) => {
      const moved = collection === undefined ? undefined : await collections.movedTo(collection)
      if (moved === undefined) return undefined
      return moved === null ? paths.shopAll() : paths.collection(moved)
    },
    renderPage,
    headers: securityHeaders.forApi,
    isBehindCdn: env.cdn !== undefined,
    senderOf: (c) => senderOf(c, trustedProxies),
    onMissing: deps.onMissing,
  })

  // A client could reuse one id for many requests, so only an id from a proxy that sets its own is used.
  app.use(
    requestId({
      headerName: '',
      generator: (c) => requestIdOf(env.requestIdHeader && c.req.header(env.requestIdHeader)),
    }),
  )
  app.use(async (c, next) => {
    const start = performance.now()
    const { method, path } = c.req
    const span = deps.tracer?.start(`${method} ${printable(path)}`, { 'request.id': c.get('requestId') })
    await scope.run({ requestId: c.get('requestId'), tracer: deps.tracer, span }, next)
    span?.set({ 'http.response.status_code': c.res.status })
    span?.end(c.res.status >= 500 ? (c.error ?? 'failed') : undefined)
    const milliseconds = performance.now() - start
    metrics.observe(c.res.status, milliseconds)
    if (log.isLevelEnabled('debug'))
      log.debug(
        {
          requestId: c.get('requestId'),
          method: c.req.method,
          path: printable(c.req.path),
          status: c.res.status,
          milliseconds,
        },
        'answered',
      )
  })

  app.use(cancelUnsentBody)

  app.onError(async (error, c) => {
    if (error instanceof AppError) {
      if (MISSES.has(error.status)) await admission.delayMissing(clientKey(c, trustedProxies))
      return failure(c, securityHeaders, error)
    }
    const { method, path } = c.req
    log.error({ err: error, requestId: c.get('requestId'), method, path: printable(path) }, 'request failed')
    // Almost always the database is down. In any case it's our fault, and may be temporary.
    return failure(c, securityHeaders, new AppError('internal', MESSAGES.internal, 503, { retryAfterSeconds: 5 }))
  })

  // Concurrent health checks share one database ping.
  let pinging: Promise<boolean> | undefined
  function isDatabaseUp(): Promise<boolean> {
    pinging ??= deps.database
      .ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        pinging = undefined
      })
    return pinging
  }

  app.get('/healthz', (c) => c.text('ok', 200, securityHeaders.forApi))
  app.get('/readyz', async (c) => {
    const isReady = deps.isReady() && (await isDatabaseUp())
    const isDiskFull = isReady && !(await deps.services.till.isOpen().catch(() => true))
    return isReady && !isDiskFull
      ? c.text('ready', 200, securityHeaders.forApi)
      : c.text(isDiskFull ? 'not ready: disk full' : 'not ready', 503, {
          ...securityHeaders.forApi,
          'retry-after': '5',
        })
  })
  app.get('/metrics', async (c) => {
    if (!mayReadMetrics(c, env)) throw new AppError('forbidden', 'Metrics are not public.', 403)
    return c.text(await metrics.text(), 200, { ...securityHeaders.forApi, 'content-type': metrics.contentType })
  })

  app.use(async (c, next) => {
    if (!isAddressedToShop(env, (name) => c.req.header(name)))
      throw new AppError('misdirected', 'This server does not serve that name.', 421)
    // A NUL in a path or query would only fail later, in the database.
    if (c.req.url.includes('%00')) throw invalidRequest()
    await next()
  })
  const alertOwner = (alert: Alert) =>
    deps.database.orm.transaction((tx) => deps.services.payments.raiseAlert(tx, alert))
  // Health checks and scanners come past the proxies, without the shop's name.
  app.use(warnOfProxyMismatch({ trustedProxies, log, alertOwner }))
  // Before the same-origin check: this is the only route exempt from it.
  app.route('/unsubscribe', unsubscribe({ signup, securityHeaders, admit: pages.admit, log }))
  app.use(sameOriginWrites(env.publicUrl.origin))
  app.use(deps.staticFiles)

  const { delayRefusal } = admission
  const functions = { securityHeaders, log, limits, trustedProxies, delayRefusal }
  app.route('/functions/v1/email-signup', emailSignup({ signup, ...functions }))
  app.route('/functions/v1/validate-discount-code', validateDiscountCode({ discounts, ...functions }))
  if (deps.mailbox) app.route('/mailbox', mailboxPages(deps.mailbox, securityHeaders))
  app.route('/functions/v1/submit-review', submitReview({ submissions, ...functions }))
  app.route(
    '/functions/v1/update-featured-reviews',
    updateFeaturedReviews({ reviews, publicKey: env.publicKey, ...functions }),
  )

  const payments = { checkout, balances, orders, tickets, ...functions }
  app.route(
    '/functions/v1/get-square-config',
    getSquareConfig({
      config: {
        applicationId: env.square.applicationId,
        locationId: env.square.locationId,
        scriptUrl: env.square.webSdkUrl,
        hasWallets: env.hasWallets,
      },
      ...payments,
    }),
  )
  app.route('/functions/v1/quote-order', quoteOrder(payments))
  for (const name of ['process-square-payment', 'pay-balance'])
    app.use(
      `/functions/v1/${name}`,
      countCheckouts((...counted) => metrics.countCheckout(...counted)),
    )
  app.route('/functions/v1/process-square-payment', processSquarePayment(payments))
  app.route('/functions/v1/order-status', orderStatus(payments))
  app.route('/functions/v1/find-order', findOrder(payments))
  app.route('/functions/v1/cancel-order', cancelOrder(payments))
  app.route('/functions/v1/pay-balance', payBalance(payments))
  const readUnverified = createUnverifiedReader(MAX_UNVERIFIED_BYTES)
  app.route(
    '/webhooks/square',
    squareWebhook({
      database: deps.database,
      url: env.square.webhookUrl,
      signatureKey: env.square.webhookSignatureKey,
      readUnverified,
      securityHeaders,
    }),
  )
  app.route(
    '/webhooks/easypost',
    easyPostWebhook({
      database: deps.database,
      secrets: deps.services.carrier.accounts.webhookSecrets,
      hasAccount: async () => (await deps.services.carrier.accounts.find()) !== undefined,
      readUnverified,
      securityHeaders,
    }),
  )
  app.route(
    '/webhooks/mail',
    mailEvents({
      database: deps.database,
      secret: env.mailWebhookSecret,
      onDead: (tx, dead) => notifyFailedMail(tx, dead, new Date()),
      count: (kind) => metrics.countMailEvent(kind),
      readUnverified,
      securityHeaders,
      log,
    }),
  )
  app.get(
    '/.well-known/apple-developer-merchantid-domain-association',
    pages.admit(
      'openEnded',
      serveAppleDomainFile({
        appleFile: deps.services.appleFile,
        hasWallets: env.hasWallets,
        headers: securityHeaders.forApi,
      }),
    ),
  )
  app.get(
    '/order/:token/reminder.ics',
    async (c, next) => {
      if (!orders.isToken(c.req.param('token') ?? '')) throw new AppError('not_found', 'There is no such order.', 404)
      await next()
    },
    pages.admit('personal', async (c) => {
      const file = await orders.reminder(c.req.param('token') ?? '')
      if (!file) throw new AppError('not_found', 'There is no such order.', 404)
      return c.body(file, 200, {
        ...securityHeaders.forApi,
        ...PRIVATE_HEADERS,
        'content-type': 'text/calendar; charset=utf-8',
      })
    }),
  )

  app.route(
    '/csp-report',
    cspReport({
      publicOrigin: env.publicUrl.origin,
      securityHeaders,
      trustedProxies,
      log,
      limits,
      delayRefusal,
      count: (...report) => metrics.countCspReport(...report),
      alertOwner,
    }),
  )

  const documentParts = () => ({
    services: deps.services,
    shop: deps.services.shopSettings.facts(),
    securityContact: env.securityContact,
    now: () => new Date(),
  })
  for (const [address, renderDocument] of Object.entries(DOCUMENTS)) {
    const render = async () => toRenderedPage(await renderDocument(documentParts()), securityHeaders.forApi, address)
    app.get(
      address,
      pages.serveRendered(() => ({ address, lane: 'pages', render })),
    )
  }
  // Each of these is described in api-operations.ts.
  const { forApi } = securityHeaders
  const { catalog } = deps.services
  app.get('/api/suggestions', serveSuggestions(pages, catalog, forApi))
  app.get('/api/products', serveProducts(pages, catalog, forApi))
  app.get('/api/products/:slug', serveProduct(pages, catalog, products, forApi))
  app.get('/api/products/:slug/reviews', serveProductReviews(pages, reviews, products, forApi))
  app.get(
    '/api/products/:slug/reviews/live',
    pages.limit(
      'live',
      serveLiveReviews({
        streams: deps.reviewStreams,
        products,
        headers: forApi,
        senderOf: (c) => senderOf(c, trustedProxies),
      }),
    ),
  )
  app.get('/api/reviews', serveReviews(pages, reviews, products, forApi))
  for (const { path } of app.routes.filter(({ method }) => method === 'GET'))
    if (path.startsWith('/api/')) app.all(path, methodNotAllowed(securityHeaders, 'GET, HEAD'))
  for (const below of ['/api', '/functions'])
    app.all(`${below}/*`, () => {
      throw new AppError('not_found', 'There is nothing at this address.', 404)
    })

  app.get(
    '/uploads/:name',
    serveUploadedPictures({ database: deps.database, headers: securityHeaders.forFile, admit: pages.admit }),
  )
  app.all('/admin/*', (c) => deps.answerDesk(c.req.raw, { ...(c.env as object), requestId: c.get('requestId') }))
  app.get('/assets/*', () => {
    throw new AppError('not_found', 'There is no such file.', 404)
  })
  app.get('*', pages.servePages)
  app.all('*', methodNotAllowed(securityHeaders, 'GET, HEAD'))

  return app
}

/** Returns true if no other route of the app handles a GET of the path, only middleware and the pages. */
export function isLeftToPages(app: Hono, path: string): boolean {
  return app.router.match('GET', path)[0].every(([[, route]]) => route.path === '/*')
}

/** Production always requires the token; otherwise this machine may read without one. */
function mayReadMetrics(c: Context, { mode, metricsToken }: AppDeps['env']): boolean {
  if (metricsToken) return isSameSecret(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`)
  if (mode === 'production') return false
  return isLoopback(connectionAddress(c) ?? '') && c.req.header('x-forwarded-for') === undefined
}

function failure(c: Context, { forApi }: SecurityHeaders, error: AppError): Response {
  const headers = { ...forApi, ...error.headers, 'x-request-id': c.get('requestId') }
  return c.json(toErrorResponse(error), error.status, headers)
}

/** Makes the path of a request safe for a log line. */
export function printable(path: string): string {
  return JSON.stringify(redactPath(path.slice(0, 600)).slice(0, 200)).slice(1, -1)
}
