import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulatorApp } from './app.ts'
import { openBooks } from './books.ts'
import { createClock } from './clock.ts'
import { createFaults } from './faults.ts'
import { createIdempotency } from './idempotency.ts'
import { type SquareEmulatorOptions, toSettings } from './options.ts'
import { settleWhatIsOpen } from './settle-later.ts'
import { createTransport } from './transport.ts'
import { createWebhooks } from './webhooks.ts'
import type { World } from './world.ts'

export type SquareEmulator = {
  /** Such as http://127.0.0.1:3001; the API, the script and the card form are all there. */
  address: string
  close(): Promise<void>
}

/** Square on this machine: its API, its script and card form, its webhooks. The ledger file records what it did. */
export async function startSquareEmulator(options: SquareEmulatorOptions): Promise<SquareEmulator> {
  const settings = toSettings(options)
  // A connection that closes just as a client reuses it looks like a payment without a response.
  const server = http.createServer({ keepAliveTimeout: 60_000 })
  // Bound before the ledger is opened, because a second emulator on the same port must not touch the first one's file.
  const { port } = await bind(server, settings.host, settings.port)
  settings.port = port

  const books = openBooks(settings.ledgerFile)
  const clock = createClock(books.clockOffsetMs)
  const faults = createFaults()
  const world: World = {
    settings,
    books,
    clock,
    faults,
    idempotency: createIdempotency(books),
    webhooks: createWebhooks({ settings, books, clock, faults }),
  }
  world.webhooks.resume()
  settleWhatIsOpen(world)

  const transport = createTransport((request) => createdApp.fetch(request), faults)
  const createdApp = createEmulatorApp(world)
  server.on('request', (request, response) => {
    // A client that disconnects during the response isn't our error.
    transport(request, response).catch(() => response.destroy())
  })

  return {
    address: `http://${settings.host}:${port}`,
    async close() {
      world.webhooks.stop()
      clock.stop()
      const closed = new Promise((resolve) => server.close(resolve))
      // Requests that hang on purpose would otherwise keep it open forever.
      server.closeAllConnections()
      await closed
      books.close()
    },
  }
}

function bind(server: http.Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}
