import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import type { DeskAssets } from '#desk/desk-document.tsx'
import { deskPaths } from '#desk/desk-paths.ts'
import { createApp, isLeftToPages, printable } from './app.ts'
import { runBackupCommand } from './backup/backup-command.ts'
import { createProductIndex } from './catalogue/product-index.ts'
import { createDeskServices } from './desk-services.ts'
import { readDeskAssets } from './desk/desk-assets.ts'
import { createDeskStreams } from './desk/desk-streams.ts'
import type { Env } from './env.ts'
import { createChangeFollower } from './follow-changes.ts'
import { listenForCommands } from './operators/command-socket.ts'
import { createDevelopmentLink } from './operators/development-link.ts'
import { runOperatorCommand } from './operators/operator-command.ts'
import { resolvePageAddress } from './page-address.ts'
import { createPageContext, type PageContextDeps } from './page-context.ts'
import { createSquareGateway } from './payments/square-gateway.ts'
import { watchGateway } from './payments/watched-gateway.ts'
import { checkDatabase } from './platform/db/check-database.ts'
import type { Database } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { emptyDatabaseFolder, openPglite } from './platform/db/open-pglite.ts'
import { isAddressedToShop } from './platform/http/addressed-to-shop.ts'
import { answerHealth } from './platform/http/answer-health.ts'
import { createMetrics } from './platform/http/metrics.ts'
import type { ShopState } from './platform/http/queue-metrics.ts'
import { createSecurityHeaders } from './platform/http/security-headers.ts'
import { believedAddress, unitsOf } from './platform/http/sender-address.ts'
import { createSharedLimits } from './platform/http/shared-limits.ts'
import type { StaticFiles } from './platform/http/static-files.ts'
import { createLocalMailbox } from './platform/mail/local-mailbox.ts'
import { createPageCache } from './platform/pages/page-cache.ts'
import { createRenderAdmission, renderLimits, type RenderLimits } from './platform/pages/render-admission.ts'
import { createRenderPage } from './platform/pages/render-page.ts'
import { createMemoryServer } from './platform/pages/serve-from-memory.ts'
import { makePrivateFolder } from './platform/private-folder.ts'
import { requestIdOf, scope } from './platform/scope.ts'
import { isStartError } from './platform/start-error.ts'
import { readQueueDepths } from './platform/worker/queue-depths.queries.ts'
import { createRenderDraft } from './render-draft.ts'
import { createRenderTexts } from './render-texts.ts'
import { createReviewStreams } from './reviews/review-streams.ts'
import { seedShop } from './seed-shop.ts'
import { createServices, type Services } from './services.ts'
import { createShopWorkers } from './shop-workers.ts'

export type ShopDeps = {
  env: Env
  log: Logger
  build: ServerBuild | (() => Promise<ServerBuild>)
  staticFiles: (headers: Record<string, string>) => Promise<StaticFiles>
  /** The project root; migrations are read from there. */
  projectFolder: string
  /** In development every page is re-rendered, so that edits show at once, and pages are notified of edits. */
  hasHotReload?: boolean
  /** In development the desk's source files are served unbuilt. */
  deskAssets?: DeskAssets
  /** For tests. */
  database?: Database
  /** Tests use small limits. */
  renderLimits?: RenderLimits
}

const CACHE_BYTES = 160 * 1024 * 1024
const RECONNECT_MS = 2000

/** The composition root: opens what the shop needs and wires it together. */
export async function createShop(deps: ShopDeps) {
  const { env, log } = deps
  const database = deps.database ?? (await openDatabase(deps))
  const cache = createPageCache({ maxBytes: deps.hasHotReload ? 0 : CACHE_BYTES })
  const securityHeaders = createSecurityHeaders(env, deps)
  const metrics = createMetrics({
    cache,
    admission: { stats: () => admission.stats() },
    streams: () => ({ reviews: reviewStreams.stats(), desk: deskStreams.stats() }),
    pool: () => database.poolStats?.(),
    readQueues: () => readQueueDepths(database.orm, workers.queues),
    readState: () => readShopState(services),
    log,
  })
  const { watchCall } = metrics
  // Imported lazily: most shops collect no traces.
  const tracer = env.traces && (await import('./platform/otlp-tracer.ts')).createOtlpTracer(env.traces, log)
  const gateway = watchGateway(createSquareGateway(env.square), watchCall)
  const services = createServices({ database, gateway, env, log, watchCall })
  const deskServices = createDeskServices(database, services, env, log)
  const mailbox =
    env.smtpUrl || env.mode === 'production'
      ? undefined
      : createLocalMailbox(path.join(env.dataDir, 'mailbox'), () => new Date())
  const workers = createShopWorkers({ ...deps, database, services, deskServices, mailbox, watchCall })
  const products = createProductIndex(services.catalog.listIds)
  const ingredients = createProductIndex(services.catalog.listIngredientSlugs)
  const admission = createRenderAdmission(deps.renderLimits ?? renderLimits(env.renderShare))
  const state = { isReady: false, isClosed: false }

  const limits = createSharedLimits({ database, secretKey: env.secretKey, log, now: () => performance.now() })
  const reviewStreams = createReviewStreams({ summaryOf: services.reviews.summaryOf, log })
  const deskStreams = createDeskStreams()
  const changes = createChangeFollower({
    database,
    services,
    cache,
    products,
    ingredients,
    reviewStreams,
    deskStreams,
    env,
    log,
  })

  async function prepare(): Promise<void> {
    if (database.engine === 'postgres') await checkDatabase(database)
    const applied = await migrate(database, path.join(deps.projectFolder, 'db/migrations'))
    if (applied.length > 0) log.info({ applied }, 'applied migrations')
    const isFilled = await seedShop(database, { withDemoData: env.hasDemoData, now: new Date() })
    if (isFilled) log.info('seeded the catalog')
    await changes.start()
    state.isReady = true
  }

  /** Waits for a PostgreSQL that isn't up yet; until then the process serves what it can. */
  async function prepareInBackground(): Promise<void> {
    while (!state.isReady && !state.isClosed) {
      try {
        await prepare()
      } catch (error) {
        // Waiting wouldn't fix it.
        if (isStartError(error)) throw error
        log.error({ err: error }, 'database not ready; retrying')
        await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
      }
    }
  }

  const prepared = database.engine === 'pglite' || deps.database ? prepare() : undefined
  await prepared?.catch(async (error: unknown) => {
    // In development the same process tries again, and needs the data folder unlocked.
    changes.stop()
    if (!deps.database) await database.close()
    throw error
  })
  const ready = prepared ?? prepareInBackground()
  // Callers awaiting it get the error; until then it must not count as an unhandled rejection.
  ready.catch(() => {})
  const commands =
    database.engine === 'pglite' && !deps.database
      ? await listenForCommands(
          env.dataDir,
          ([command, ...words]) =>
            command === 'backup'
              ? runBackupCommand(words, services.backups)
              : runOperatorCommand([command ?? '', ...words], deskServices.operators, env.publicUrl),
          log,
        )
      : undefined

  const renderer = { build: deps.build, publicUrl: env.publicUrl, securityHeaders }
  const pageContextDeps: PageContextDeps = {
    services,
    squareWebSdkUrl: env.square.webSdkUrl,
    hasWallets: env.hasWallets,
    publicKey: env.publicKey,
    logError: (error, pagePath) => log.error({ err: error, path: printable(pagePath) }, 'failed to render a page'),
  }
  const renderPage = createRenderPage({ ...renderer, contextFor: createPageContext(pageContextDeps) })
  const loadDesk = async () => {
    // Imported lazily: few requests come here, and startup must not wait for the desk's code.
    const { openDesk } = await import('./desk-routes.ts')
    return openDesk({
      ...services,
      ...deskServices,
      catalog: services.deskCatalog,
      limits,
      admission,
      streams: deskStreams,
      renderDraft: createRenderDraft(renderer, pageContextDeps),
      renderTexts: createRenderTexts(renderer, pageContextDeps, env),
      hasWallets: env.hasWallets,
      assets: deps.deskAssets ?? (await readDeskAssets(deps.projectFolder)),
      securityHeaders,
      publicUrl: env.publicUrl,
      trustedProxies: env.trustedProxies,
      log,
      now: () => new Date(),
    })
  }
  let desk: ReturnType<typeof loadDesk> | undefined
  const staticFiles = await deps.staticFiles(securityHeaders.forFile)
  const onMissing = (pagePath: string) => log.info({ path: printable(pagePath) }, 'page not found')
  const app = createApp({
    env,
    log,
    database,
    services,
    reviewStreams,
    isReady: () => state.isReady,
    mailbox,
    cache,
    renderPage,
    admission,
    onMissing,
    products,
    ingredients,
    staticFiles: staticFiles.middleware,
    securityHeaders,
    metrics,
    limits,
    tracer,
    answerDesk: async (request, bindings) => {
      desk ??= loadDesk()
      return (await desk).fetch(request, bindings)
    },
  })

  function clientOf({ headers, socket }: IncomingMessage): string {
    const forwardedFor = headers['x-forwarded-for']?.toString()
    return unitsOf(believedAddress(forwardedFor, socket.remoteAddress, env.trustedProxies)).client
  }

  const serveFromMemory = createMemoryServer({
    cache,
    admission,
    clientOf,
    resolve: resolvePageAddress,
    isKnownMissing: ({ slug, ingredient, collection, token }) =>
      (slug !== undefined && products.isKnownMissing(slug)) ||
      (ingredient !== undefined && ingredients.isKnownMissing(ingredient)) ||
      (collection !== undefined && services.collections.isKnownMissing(collection)) ||
      (token !== undefined && !services.orders.isToken(token)),
    isLeftToPages: (pagePath) => isLeftToPages(app, pagePath) && !staticFiles.has(pagePath),
    headers: securityHeaders.forApi,
    isBehindCdn: env.cdn !== undefined,
    onMissing,
  })

  /** No request has a header without a name. */
  const requestIdHeader = env.requestIdHeader ?? ''

  /** Serves most requests straight from memory; the app handles the rest. */
  function answerFirst(request: IncomingMessage, response: ServerResponse): boolean {
    const start = performance.now()
    changes.forgetIfBehind()
    if (answerHealth(request, response, securityHeaders.forApi)) return true
    if (!isAddressedToShop(env, (name) => request.headers[name]?.toString())) return false
    const isServed =
      serveFromMemory(request, response, requestIdOf(request.headers[requestIdHeader]?.toString())) ||
      staticFiles.serveLoaded(request, response)
    if (!isServed) return false
    const observe = () => metrics.observe(response.statusCode, performance.now() - start)
    // A refusal is sent later.
    if (response.writableEnded) observe()
    else response.once('finish', observe)
    return true
  }

  return {
    app,
    answerFirst,
    clientOf,
    refusalHeaders: securityHeaders.forApi,
    cache,
    renderStats: admission.stats,
    accountCheck: deskServices.accountCheck,
    database,
    services,
    /** Rejects with a StartError if the database is reachable but unusable. */
    ready,
    /** Where emails can be read when they don't leave this machine. */
    mailboxPath: mailbox && '/mailbox',
    /** Fills the page cache and warms up the code that the next pages need. */
    renderHome: async () => {
      await ready
      await app.request(new URL('/', env.publicUrl))
    },
    /** Starts sending email once the database is ready; called after the shop listens, so that pages come first. */
    startWorkers: async () => {
      await ready
      if (state.isClosed) return
      if (env.mode === 'production' && !services.shopSettings.current().business.address)
        log.warn('no postal address is set: welcome emails are on hold, because the law requires one in them')
      if (env.mode === 'production' && !env.backup.location)
        log.warn('backups are not set up: if this machine is lost, its data is too; see docs/backup.md')
      await scope.run({ tracer }, () => workers.start())
      // Large, and not needed before the first buyer.
      await services.checkout.warmUp()
    },
    /** A one-time path that opens the desk, in development only. */
    developmentDeskPath: async (): Promise<string | undefined> => {
      if (env.mode !== 'development') return undefined
      await ready
      return deskPaths.link(await createDevelopmentLink(deskServices.operators))
    },
    /** Streams never end on their own; end them before the server waits for its responses. */
    endStreams: () => {
      reviewStreams.close()
      deskStreams.close()
    },
    close: async () => {
      state.isClosed = true
      changes.stop()
      reviewStreams.close()
      await services.checkout.finish()
      await Promise.all([workers.stop(), services.backups.finish()])
      deskStreams.close()
      await commands?.close()
      // Last: finishing the others may have queued emails.
      await workers.stopMail()
      await database.close()
      await tracer?.close()
    },
  }
}

async function readShopState({ till, backups }: Pick<Services, 'till' | 'backups'>): Promise<ShopState> {
  const [isTillOpen, { target, newest }] = await Promise.all([till.isOpen(), backups.status()])
  return { isTillOpen, backup: { isSetUp: target !== undefined, newestAt: newest?.at } }
}

async function openDatabase({ env, log, projectFolder }: ShopDeps): Promise<Database> {
  if (!env.databaseUrl) return openPglite(env.dataDir, emptyDatabaseFolder(projectFolder))
  // The local mailbox is stored there anyway.
  if (env.mode !== 'production') await makePrivateFolder(env.dataDir)
  // Imported lazily, so that a laptop starts without it.
  const { openPostgres } = await import('./platform/db/open-postgres.ts')
  return openPostgres({
    url: env.databaseUrl,
    listenUrl: env.databaseListenUrl,
    listenMode: env.databaseListen,
    readUrl: env.databaseReadUrl,
    onTrouble: (error) => log.warn({ err: error }, 'database connection failed'),
  })
}
