import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createCdnEmulator } from '#emulators/cdn/app.ts'

export const CDN_TOKEN = 'a-token-that-may-purge-in-tests'
const SERVICE = 'a-service'

/** Settings for a shop to use the emulated CDN. */
export async function startCdnEmulator(provider: 'fastly' | 'cloudflare') {
  const emulator = createCdnEmulator({ token: CDN_TOKEN, service: SERVICE })
  const answer = getRequestListener(emulator.app.fetch)
  const server = http.createServer((...pair) => void answer(...pair)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = provider === 'fastly' ? base : `${base}/client/v4`
  return {
    ...emulator,
    url,
    environment: {
      CDN: 'on',
      CDN_PURGE: provider,
      CDN_PURGE_URL: url,
      CDN_PURGE_TOKEN: CDN_TOKEN,
      CDN_SERVICE: SERVICE,
    },
    settings: { provider, url, token: CDN_TOKEN, service: SERVICE },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
