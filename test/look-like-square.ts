/**
 * Runs the built shop in production mode with Square's real host names mapped to the emulator, over TLS. So the real
 * policy is enforced, and no request leaves the machine.
 *
 *   const square = await startLookAlike({ square: 'production', environment: { WALLETS: 'on' } })
 *   const browser = await chromium.launch({ args: square.chromiumArgs })
 *   const page = await browser.newPage({ baseURL: square.shopUrl, ignoreHTTPSErrors: true })
 *
 * The shop needs no test code for this: it reaches https://connect.squareup.com through an HTTPS proxy, and trusts the
 * certificate through NODE_EXTRA_CA_CERTS. See docs/decisions/081.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendCommand } from '#server/operators/command-socket.ts'
import { isAnswering, startEmulatedInternet } from './emulated-internet.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { startMailServer } from './mail-server.ts'
import { PRODUCTION_ENVIRONMENT } from './production-environment.ts'
import { startShopProcess } from './shop-process.ts'

export type LookAlikeOptions = {
  square: 'sandbox' | 'production'
  /** Further settings of the shop. */
  environment?: Record<string, string>
}

export type LookAlike = Awaited<ReturnType<typeof startLookAlike>>

const SHOP_HOST = 'bloomera.example'
/** In no policy; serves a script that sets `window.stolen`. */
export const FOREIGN_HOST = 'skimmer.example'

const SQUARE = {
  production: {},
  sandbox: {
    SQUARE_ENVIRONMENT: 'sandbox',
    SQUARE_APPLICATION_ID: 'sandbox-sq0idb-an-application',
  },
} as const

export async function startLookAlike({ square, environment = {} }: LookAlikeOptions) {
  const folder = await mkdtemp(path.join(tmpdir(), 'look-alike-'))
  const shopPort = await freePort()
  const foreign = await startForeignHost()
  const mails = await startMailServer()
  const { DATABASE_URL: _unused, ...production } = PRODUCTION_ENVIRONMENT
  const settings: Record<string, string> = { ...production, ...SQUARE[square] }
  const internet = await startEmulatedInternet({
    settings: { ...settings, SQUARE_WEBHOOK_URL: `https://${SHOP_HOST}/webhooks/square` },
    hosts: { [SHOP_HOST]: shopPort, [FOREIGN_HOST]: foreign.port },
  })
  const shop = await startShopProcess({
    ...settings,
    ...internet.environment,
    PORT: String(shopPort),
    DATA_DIR: path.join(folder, 'shop'),
    BUILT_IN_DATABASE: 'on',
    TRUST_PROXY: '1',
    SMTP_URL: mails.url,
    ...environment,
  })
  if (!shop.address) throw new Error(`The shop did not start: ${shop.output()}`)
  // A busy machine can take longer to render the first page than the shop allows a request.
  await eventually(() => isAnswering(shopPort, '/', SHOP_HOST), 120_000)

  return {
    shopUrl: `https://${SHOP_HOST}`,
    emulatorPort: internet.emulatorPort,
    /** Emails sent by the shop. */
    received: mails.received,
    output: shop.output,
    /** Runs `npm run operator` for this shop; returns its output. */
    operator: async (...words: string[]) => (await sendCommand(path.join(folder, 'shop'), words))?.text ?? '',
    /** Maps every host name, so that no request leaves the machine. */
    chromiumArgs: [`--host-resolver-rules=${internet.resolverRule}`, '--ignore-certificate-errors'],
    async close(): Promise<void> {
      shop.child.kill()
      await shop.ended
      await Promise.all([internet.close(), foreign.close(), mails.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startForeignHost() {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
    response.end('window.stolen = true')
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
