import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import { TODAY } from '#web/context.ts'
import { createApp, isOurHost, printable } from './app.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openPglite } from './db/open-pglite.ts'
import { openPostgres } from './db/open-postgres.ts'
import { seedShop } from './db/seed-shop.ts'
import type { Env } from './env.ts'
import { createReviewStreams } from './events/review-streams.ts'
import { createMetrics } from './http/metrics.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { createDelivery } from './mail/deliver-mail.ts'
import { createLocalMailbox } from './mail/local-mailbox.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { createDrawPage } from './pages/draw-page.ts'
import { onNewDay } from './pages/on-new-day.ts'
import { createPageCache, EVERYTHING } from './pages/page-cache.ts'
import { answerKeptPage } from './pages/serve-pages.ts'
import { createSquareGateway } from './payments/square-gateway.ts'
import { createServices } from './services/services.ts'

export type ShopParts = {
  env: Env
  log: Logger
  build: ServerBuild | (() => Promise<ServerBuild>)
  staticFiles: (headers: Record<string, string>) => Promise<MiddlewareHandler>
  /** Where the project's files are: migrations are read from there. */
  projectFolder: string
  /** Development redraws every page, so that an edit shows at once. */
  cachePages?: boolean
  /** Tests bring a database of their own. */
  database?: Database
}

const CACHE_BYTES = 128 * 1024 * 1024
const RECONNECT_MS = 2000

/** The composition root: opens what the shop needs and puts it together. */
export async function createShop(parts: ShopParts) {
  const { env, log } = parts
  const database = parts.database ?? (await openDatabase(env))
  const cache = createPageCache({ maxBytes: parts.cachePages === false ? 0 : CACHE_BYTES })
  const securityHeaders = createSecurityHeaders(env)
  const gateway = createSquareGateway(env.square)
  const services = createServices({ database, gateway, env, log })
  const mailbox =
    env.smtpUrl || env.mode === 'production'
      ? undefined
      : createLocalMailbox(path.join(env.dataDir, 'mailbox'), () => new Date())
  const mailWorker = createMailWorker({ database, log, deliver: createDelivery({ database, env, mailbox }) })
  const state = { isReady: false, isClosed: false }

  const reviewStreams = createReviewStreams({ summaryOf: services.reviews.summaryOf, log })
  const stopDays = onNewDay(() => cache.invalidate([TODAY]))

  function pagesChanged(tags: readonly string[]): void {
    cache.invalidate(tags)
    reviewStreams.changed(tags)
  }

  async function prepare(): Promise<void> {
    const applied = await migrate(database, path.join(parts.projectFolder, 'db/migrations'))
    if (applied.length > 0) log.info({ applied }, 'migrated')
    const isFilled = await seedShop(database, { withDemoData: env.hasDemoData, now: new Date() })
    if (isFilled) log.info('filled the shop with its catalogue')
    await database.listen('page_tags', {
      onPayload: (payload) => pagesChanged(payload.split(',')),
      onGap: () => {
        log.warn('lost the database for a while; all pages are drawn anew')
        pagesChanged([EVERYTHING])
      },
    })
    cache.invalidate([EVERYTHING])
    state.isReady = true
  }

  /** A PostgreSQL that is not there yet is waited for; the process serves what it can meanwhile. */
  async function prepareInBackground(): Promise<void> {
    while (!state.isReady && !state.isClosed) {
      try {
        await prepare()
      } catch (error) {
        log.error({ err: error }, 'the database is not ready; trying again')
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    }
  }

  const prepared = database.engine === 'pglite' || parts.database ? prepare() : undefined
  await prepared
  const ready = prepared ?? prepareInBackground()

  const drawPage = createDrawPage({
    build: parts.build,
    publicUrl: env.publicUrl,
    securityHeaders,
    context: {
      services,
      shop: env.shop,
      squareWebSdkUrl: env.square.webSdkUrl,
      publicKey: env.publicKey,
      logError: (error, pagePath) => log.error({ err: error, path: printable(pagePath) }, 'a page failed'),
      logMissing: (pagePath) => log.info({ path: printable(pagePath) }, 'page not found'),
    },
  })
  const metrics = createMetrics(cache)
  const app = createApp({
    env,
    log,
    database,
    services,
    reviewStreams,
    shop: env.shop,
    isReady: () => state.isReady,
    mailbox,
    cache,
    drawPage,
    staticFiles: await parts.staticFiles(securityHeaders.forFile),
    securityHeaders,
    metrics,
  })

  /** Answers the bulk of all requests, straight from memory; what it does not answer goes through the app. */
  function answerFirst(request: IncomingMessage, response: ServerResponse): boolean {
    const start = performance.now()
    if (!isOurHost(env, request.headers.host) || !answerKeptPage(cache, request, response, randomUUID())) return false
    metrics.observe(response.statusCode, performance.now() - start)
    return true
  }

  return {
    app,
    answerFirst,
    cache,
    database,
    services,
    /** Where mail can be read when it does not leave this machine. */
    mailboxPath: mailbox && '/mailbox',
    /** Begins to send mail once the database is there; called after the shop listens, so that pages come first. */
    startWorkers: async () => {
      await ready
      if (state.isClosed) return
      if (env.mode === 'production' && !env.shop.address)
        log.warn('SHOP_ADDRESS is not set: welcome mails are held back, as the law wants a postal address in them')
      await mailWorker.start()
      await services.reconciler.start()
      // Large, and needed by the first buyer at the earliest.
      await services.checkout.warmUp()
    },
    /** Streams never end by themselves; a server that waits for its answers must end them first. */
    endStreams: () => reviewStreams.close(),
    close: async () => {
      state.isClosed = true
      stopDays()
      reviewStreams.close()
      await services.checkout.finish()
      await services.reconciler.stop()
      await mailWorker.stop()
      await database.close()
    },
  }
}

function openDatabase(env: Env): Promise<Database> | Database {
  if (env.databaseUrl) return openPostgres({ url: env.databaseUrl, listenUrl: env.databaseListenUrl })
  return openPglite(env.dataDir)
}
