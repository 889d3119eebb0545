/** The shop with hot reload: Vite serves and reloads the modules, our own server answers everything else. */
import http from 'node:http'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createServer } from 'vite'
import { emulatorSettings, spawnEmulator } from './emulator-beside.ts'

// Whatever the shop and the emulator write is for the user who runs them, and for no other.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
const vite = await createServer({ root: projectFolder, server: { middlewareMode: true } })
const load = async <Module>(id: string) => (await vite.ssrLoadModule(id)) as Module

const { readEnv } = await load<typeof import('../src/server/env.ts')>('/src/server/env.ts')
const { createLog } = await load<typeof import('../src/server/platform/log.ts')>('/src/server/log.ts')
const { createShop } = await load<typeof import('../src/server/shop.ts')>('/src/server/shop.ts')

const env = readEnv(process.env)
const settings = emulatorSettings(env)
// It has said why on its own.
if (settings) spawnEmulator(settings).once('exit', (code) => process.exit(code ?? 1))
const shop = await createShop({
  env,
  log: createLog(env.logLevel),
  build: () => load('virtual:react-router/server-build'),
  projectFolder,
  staticFiles: async () => (_c, next) => next(),
  cachePages: false,
  deskAssets: { script: '/src/desk/client/desk.ts', styles: '/src/desk/styles/desk.css', fonts: [] },
})
await shop.startWorkers()
const answer = getRequestListener(shop.app.fetch, { overrideGlobalObjects: false })
vite.middlewares.use((request, response) => void answer(request, response))

const address = `http://${env.host}:${env.port}`
const deskPath = await shop.developmentDeskPath()
const server = http.createServer(vite.middlewares).listen(env.port, env.host, () => {
  const lines = [
    `  Bloomera is in development at ${address}`,
    ...(settings ? [`  Its payments, and cards to try, are at ${env.square.baseUrl}`] : []),
    ...(deskPath ? [`  The desk is at ${address}${deskPath}`] : []),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    void Promise.all([vite.close(), shop.close()]).then(() => process.exit(0))
  })
}
