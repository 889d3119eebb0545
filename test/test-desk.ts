import { pino } from 'pino'
import { PARTS_HEADER } from '#desk/live-parts.ts'
import type { Role } from '#domain/operators/roles.ts'
import { type DeskDeps, openDesk } from '#server/desk-routes.ts'
import { createDeskServices } from '#server/desk-services.ts'
import { createDeskStreams } from '#server/desk/desk-streams.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import { readEnv } from '#server/env.ts'
import { FAST_PAYMENT_TIMINGS, type PaymentTimings } from '#server/payments/payment-timings.ts'
import { createSquareGateway } from '#server/payments/square-gateway.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLocalLimits, type Limits } from '#server/platform/http/limits.ts'
import { createSecurityHeaders } from '#server/platform/http/security-headers.ts'
import { createRenderAdmission, type RenderLimits } from '#server/platform/pages/render-admission.ts'
import { createServices } from '#server/services.ts'
import { createQuickHasher } from './quick-hasher.ts'
import { WIDE_LIMITS } from './wide-limits.ts'

export const TEST_SECRET_KEY = 'the secret of this test, long enough'
const env = readEnv({ SECRET_KEY: TEST_SECRET_KEY, NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000' })
/** Longer than in production, so that payments work on the busiest machine; only refunds are polled sooner. */
const paymentTimings: PaymentTimings = {
  ...env.paymentTimings,
  answerMs: 90_000,
  callMs: 40_000,
  chargeMs: 90_000,
  leaseMs: 120_000,
  sweepMs: 300,
  refundRetry: FAST_PAYMENT_TIMINGS.refundRetry,
}
const TESTER = { operatorId: null, actor: 'test' }

/** The desk on a test's database, with ways to sign in. */
export function createTestDesk(
  database: Database,
  options: {
    now?: () => Date
    routes?: readonly DeskRoute[]
    squareUrl?: string
    carrierUrl?: string
    squareEnvironment?: 'sandbox' | 'production'
    environment?: Record<string, string>
    limits?: Limits
    renderLimits?: RenderLimits
  } = {},
) {
  const log = pino({ level: 'silent' })
  const now = options.now ?? (() => new Date())
  const square = {
    ...env.square,
    ...(options.squareUrl && { baseUrl: options.squareUrl }),
    ...(options.squareEnvironment && { environment: options.squareEnvironment }),
  }
  const { backup, hasWallets, shopDefaults } = readEnv({ NODE_ENV: 'test', ...options.environment })
  const gateway = createSquareGateway(square)
  const carrier = { ...env.carrier, ...(options.carrierUrl && { baseUrl: options.carrierUrl }) }
  const shop = createServices({
    database,
    gateway,
    env: { ...env, backup, carrier, shopDefaults, paymentTimings },
    log,
  })
  const hasher = createQuickHasher()
  const parts = {
    shop,
    desk: createDeskServices(database, shop, { ...env, shopDefaults, square, hasWallets }, log, now, hasher),
  }
  const deps: DeskDeps = {
    ...parts.shop,
    ...parts.desk,
    limits: options.limits ?? createLocalLimits(() => now().getTime()),
    admission: createRenderAdmission(options.renderLimits ?? WIDE_LIMITS),
    streams: createDeskStreams(),
    hasWallets,
    renderDraft: async ({ name }) => `<h1>${name}</h1>`,
    renderTexts: async (key, content) => `<h1>${key}</h1><p>${JSON.stringify(content)}</p>`,
    assets: { script: '/desk.js', styles: '/desk.css', fonts: [] },
    securityHeaders: createSecurityHeaders(env),
    publicUrl: env.publicUrl,
    trustedProxies: 1,
    log,
    now,
  }
  const app = openDesk(deps, options.routes)

  /** As a browser would, from its own address if one is given. */
  function request(
    path: string,
    { cookie, form, parts: wanted, address = '10.0.0.1' }: RequestOptions = {},
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: 'text/html', 'x-forwarded-for': address }
    if (cookie) headers.cookie = cookie
    if (wanted) headers[PARTS_HEADER] = wanted
    if (!form) return Promise.resolve(app.request(path, { headers }))
    headers['sec-fetch-site'] = 'same-origin'
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return Promise.resolve(app.request(path, { method: 'POST', headers, body: new URLSearchParams(form).toString() }))
  }

  /** A new operator with that role, signed in by a link; returns their cookie. */
  async function signIn(role: Role): Promise<string> {
    const added = await parts.desk.operators.add(`${crypto.randomUUID()}@bloomera.example`, role, TESTER)
    if (!added.ok) throw new Error(added.code)
    const signedIn = await parts.desk.signIn.withLink(added.token, { address: '10.0.0.1', userAgent: 'test' })
    return `desk=${signedIn?.token}`
  }

  return { app, parts, deps, hasher, request, signIn }
}

type RequestOptions = {
  cookie?: string | undefined
  /** The parts that a page fetches again. */
  parts?: string
  form?: Record<string, string> | [string, string][]
  address?: string
}
