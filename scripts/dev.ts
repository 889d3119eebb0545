/** `npm run dev`: runs the shop from source, with hot reload. */
import http from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer, createServerModuleRunner } from 'vite'
import { readEnv } from '#server/env.ts'
import { isAddressedToShop } from '#server/platform/http/addressed-to-shop.ts'
import { type Refusal, refuseRawRequest } from '#server/platform/http/raw-request-guard.ts'
import { isStartError } from '#server/platform/start-error.ts'
import { describeFailure, failurePage, SHOP_OPENED } from './dev/describe-failure.ts'
import { followEdits } from './dev/follow-edits.ts'
import { createReloader } from './dev/reloader.ts'
import { takePlace } from './dev/take-place.ts'
import { emulatorSettings, spawnEmulator } from './emulator-beside.ts'

// Files of the shop and the emulator are readable by their user only.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
/** Time for the shop's pending writes; the developer who pressed Ctrl-C is waiting. */
const END_LIMIT_MS = 15_000
const ROOTS = { env: '/src/server/env.ts', log: '/src/server/platform/log.ts', shop: '/src/server/shop.ts' }

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file, the environment and the defaults apply.
}

try {
  await develop()
} catch (error) {
  process.stderr.write(`${describeFailure(error, projectFolder)}\n`)
  process.exit(1)
}

async function develop(): Promise<void> {
  const server = http.createServer()
  const { host } = readEnv(process.env)
  const { environment, cacheFolder, notes } = await takePlace({
    server,
    host,
    environment: process.env,
    projectFolder,
  })
  const env = readEnv(environment)
  const address = `http://${host}:${env.port}`
  const settings = emulatorSettings(env)
  // It has already printed why.
  if (settings) spawnEmulator(settings).once('exit', (code) => process.exit(code ?? 1))

  let hasOpened = false
  const reloader = createReloader({
    open: openShop,
    onOpen: () => {
      if (hasOpened) process.stdout.write('  Reloaded the shop with your edit.\n')
      else void printLinks()
      hasOpened = true
      vite.environments.client.hot.send({ type: 'custom', event: SHOP_OPENED })
    },
    onFailure: (error) => {
      // A problem that needs a restart is reported as `npm start` does; anything else waits for the next edit.
      if (!hasOpened && isStartError(error)) void end(1, error.message)
      else process.stderr.write(`\nThe shop can't open:\n${describeFailure(error, projectFolder)}\n\n`)
    },
  })
  const vite = await createServer({
    root: projectFolder,
    cacheDir: cacheFolder,
    logLevel: 'warn',
    // A WebSocket on the shop's own port, so that any number of shops can run side by side.
    server: {
      middlewareMode: true,
      ws: { server },
      watch: { ignored: ['**/build/**', '**/data*/**'] },
      // Vite would serve any file of the project: the database, emails, and whatever else a developer keeps there.
      fs: { allow: [path.join(projectFolder, 'src'), path.join(projectFolder, 'node_modules'), cacheFolder] },
    },
    // Everything browsers load: a package discovered later would trigger another bundling, and reload open pages.
    optimizeDeps: {
      entries: ['src/web/entry.client.tsx', 'src/web/root.tsx', 'src/web/routes/**/*.tsx', 'src/desk/client/desk.ts'],
    },
    plugins: [followEdits({ projectFolder, roots: Object.values(ROOTS), ...reloader })],
  })
  vite.restart = async () => {
    process.stderr.write('The configuration has changed. Stop `npm run dev` and start it again.\n')
  }
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false })

  async function openShop() {
    const { readEnv: readAgain } = await runner.import<typeof import('../src/server/env.ts')>(ROOTS.env)
    const { createLog } = await runner.import<typeof import('../src/server/platform/log.ts')>(ROOTS.log)
    const { createShop } = await runner.import<typeof import('../src/server/shop.ts')>(ROOTS.shop)
    const current = readAgain(environment)
    const shop = await createShop({
      env: current,
      log: createLog(current.logLevel),
      build: () => runner.import('virtual:react-router/server-build'),
      projectFolder,
      staticFiles: async () => ({ middleware: (_c, next) => next(), has: () => false, serveLoaded: () => false }),
      hasHotReload: true,
      deskAssets: { script: '/src/desk/client/desk.ts', styles: '/src/desk/styles/desk.css', fonts: [] },
    })
    await shop.startWorkers().catch(async (error: unknown) => {
      await shop.close()
      throw error
    })
    return { ...shop, answer: getRequestListener(shop.app.fetch, { overrideGlobalObjects: false }) }
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    try {
      const { shop, release } = await reloader.hold()
      response.once('close', release)
      await shop.answer(request, response)
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      response.end(failurePage(describeFailure(error, projectFolder)))
    }
  }
  vite.middlewares.use((request: http.IncomingMessage, response: http.ServerResponse) => void answer(request, response))
  // Vite would answer before the shop can refuse, also through a tunnel or a proxy.
  function refusalOf(request: http.IncomingMessage): Refusal | undefined {
    const refused = refuseRawRequest(request)
    if (refused) return refused
    if (isAddressedToShop(env, (name) => request.headers[name]?.toString())) return undefined
    return { status: 421, message: 'This server does not serve that name.' }
  }
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const refused = refusalOf(request)
    if (!refused) return vite.middlewares(request, response)
    response.writeHead(refused.status, { ...refused.headers, 'content-type': 'text/plain; charset=utf-8' })
    response.end(refused.message)
  })

  async function end(code: number, sentence = ''): Promise<void> {
    if (sentence) process.stderr.write(`${sentence}\n`)
    setTimeout(() => process.exit(1), END_LIMIT_MS).unref()
    server.close()
    await Promise.all([vite.close(), reloader.close()])
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // React Router's own listener exits the process at once, in the middle of the shop's writes.
    process.removeAllListeners(signal)
    process.once(signal, () => void end(0))
  }
  process.on('uncaughtException', (error) => reloader.fail(error))

  reloader.reload()

  async function printLinks(): Promise<void> {
    const { shop, release } = await reloader.hold()
    const deskPath = await shop.developmentDeskPath().finally(release)
    const lines = [
      `  Bloomera is in development at ${address}`,
      ...(settings ? [`  Test payments and test cards are at ${env.square.baseUrl}`] : []),
      ...(deskPath ? [`  The desk is at ${address}${deskPath}`] : []),
      ...notes.map((note) => `  ${note}`),
    ]
    process.stdout.write(`\n${lines.join('\n')}\n\n`)
  }
}
