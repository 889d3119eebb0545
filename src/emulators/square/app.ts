import { timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { ApiError, notFound, unauthorized } from './api-error.ts'
import { besideSquare } from './beside-square.ts'
import { browserFiles, googlePayFiles } from './browser-files.ts'
import { controlRoutes } from './control.ts'
import { eventRoutes } from './events.ts'
import { homePage } from './home-page.ts'
import { locationRoutes } from './locations.ts'
import { orderRoutes } from './orders.ts'
import { isPlayedAt } from './origins.ts'
import { paymentRoutes } from './payments.ts'
import { refundRoutes } from './refunds.ts'
import { threeDsRoutes } from './three-ds.ts'
import { tokenStatusRoutes } from './token-status.ts'
import { tokenRoutes, walletTokenRoutes } from './tokens.ts'
import { webhookSubscriptionRoutes } from './webhook-subscriptions.ts'
import type { World } from './world.ts'

/** The API version of the pinned SDK, for callers that don't send one. */
const DEFAULT_VERSION = '2026-09-16'

export function createEmulatorApp(world: World): Hono {
  const { settings, faults } = world
  const app = new Hono()

  app.use(async (c, next) => (isPlayedAt(new URL(c.req.url)) ? next() : c.text('Not found', 404)))
  for (const [path, neighbor] of Object.entries(settings.beside)) app.route(path, neighbor)
  for (const path of ['/v2/*', '/oauth2/*']) {
    app.use(path, async (c, next) => {
      if (!isSame(c.req.header('authorization') ?? '', `Bearer ${settings.accessToken}`)) throw unauthorized()
      await next()
      c.header('square-version', c.req.header('square-version') ?? DEFAULT_VERSION)
    })
  }
  app.route('/oauth2/token/status', tokenStatusRoutes(settings))
  app.route('/v2/payments', paymentRoutes(world))
  app.route('/v2/refunds', refundRoutes(world))
  app.route('/v2/orders', orderRoutes(world))
  app.route('/v2/locations', locationRoutes(settings))
  app.route('/v2/webhooks/subscriptions', webhookSubscriptionRoutes(world))
  app.route('/v2/events', eventRoutes(world))
  app.route('/v1', tokenRoutes(world))
  app.route('/v1', walletTokenRoutes(world))
  app.route('/v1', browserFiles(settings, faults))
  app.route('/3ds', threeDsRoutes(world))
  app.route('/', besideSquare(settings))
  app.route('/gp', walletTokenRoutes(world))
  app.route('/gp', googlePayFiles(settings))
  app.route('/emulator', controlRoutes(world))
  app.route('/', homePage(world))

  app.notFound((c) => c.json(notFound('Resource not found.').toBody(), 404))
  app.onError((error) => {
    if (error instanceof ApiError) return Response.json(error.toBody(), { status: error.status })
    process.stderr.write(`Square emulator: ${error.stack}\n`)
    const errors = [{ category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail: 'The emulator has a bug.' }]
    return Response.json({ errors }, { status: 500 })
  })
  return app
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
