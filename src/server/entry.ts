import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as build from 'virtual:react-router/server-build'
import { checkBeforeOpening } from './check-before-opening.ts'
import { endInOrder } from './end-in-order.ts'
import { readEnv } from './env.ts'
import { listen } from './listen.ts'
import { serveStaticFiles } from './platform/http/static-files.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { createShop } from './shop.ts'
import { REPLACEMENT, notifySupervisor } from './worker-message.ts'

export { createShop, REPLACEMENT, serveStaticFiles, StartError, notifySupervisor }
export { listen } from './listen.ts'
export { readEnv }
export { build }

const SHUTDOWN_GRACE_MS = 15_000
/** Pauses for the first page to be sent, and for the assets a browser then requests. */
const FIRST_ANSWER_MS = 20
const FIRST_PAGE_MS = 400

export type StartOptions = {
  environment: Record<string, string | undefined>
  projectFolder: string
  /** Called with the shop's address, and the mailbox's if there is one. */
  onListening: (address: string, mailboxAddress: string | undefined) => void
  /** Called in development with a one-time link to the desk. */
  onDesk: (link: string) => void
  /** Set if another process of the supervisor ended, and this one replaces it in a shop that is open. */
  isReplacement: boolean
  /** Called if a problem only a person can fix is found after the shop starts listening. */
  onCannotStart: (error: unknown) => void
}

/** Starts the shop in this process, which ends by signal. */
export async function startShop(options: StartOptions): Promise<void> {
  const { environment, projectFolder, isReplacement, onListening, onDesk, onCannotStart } = options
  const env = readEnv(environment)
  const { sentryDsn: dsn, mode } = env
  // Imported lazily: most shops have no tracker.
  const tracker = dsn === undefined ? undefined : await import('./platform/error-tracker.ts')
  const log = createLog(env.logLevel, undefined, tracker?.createErrorTracker({ dsn: dsn ?? '', environment: mode }))
  let finish = async () => {}
  endInOrder({ log, finish: () => finish() })
  // A shop that's already open stays open even if its account has a problem now: the owner gets an alert.
  const checked = env.mode === 'production' && !isReplacement ? await checkBeforeOpening(env.square) : undefined
  const shop = await createShop({
    env,
    log,
    build,
    projectFolder,
    staticFiles: (headers) => serveStaticFiles(path.join(projectFolder, 'build/client'), headers),
  })
  const server = await listen({
    host: env.host,
    port: env.port,
    fetch: shop.app.fetch,
    answerFirst: shop.answerFirst,
    clientOf: shop.clientOf,
    refusalHeaders: shop.refusalHeaders,
  }).catch(async (error) => {
    await shop.close()
    throw error
  })
  finish = async () => {
    shop.endStreams()
    await server.close(SHUTDOWN_GRACE_MS)
    await shop.close()
  }
  const address = `http://${env.host}:${server.port}`
  onListening(address, shop.mailboxPath && address + shop.mailboxPath)
  void prepareTheRest()

  /**
   * Sequential, with the first page first: the developer who just started the shop is waiting for it. PGlite never
   * yields the event loop while it works, so finished responses need a pause to be sent.
   */
  async function prepareTheRest(): Promise<void> {
    try {
      await shop.ready
    } catch (error) {
      return onCannotStart(error)
    }
    const report = (what: string) => (error: unknown) => log.error({ err: error }, what)
    await shop.renderHome().catch(report('failed to render the home page'))
    await pause(FIRST_ANSWER_MS)
    const deskPath = await shop.developmentDeskPath().catch(report('failed to create a link to the desk'))
    if (deskPath) onDesk(address + deskPath)
    await pause(FIRST_PAGE_MS)
    await shop.startWorkers().catch(report('failed to start the workers'))
    const { accountCheck } = shop
    const recorded = checked ? accountCheck.record(checked) : accountCheck.checkAndRecord()
    await recorded.catch(report('failed to check the Square account'))
  }
}
