import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { World } from './start-world.ts'

export type Relay = Awaited<ReturnType<typeof createRelay>>

/**
 * Relays Square's events to the shop as signed webhooks, if Square itself can't reach this machine. Only events that
 * mention one of `references` are relayed, because others use the sandbox account, too.
 */
export async function createRelay({ square, webhook, port }: World, references: ReadonlySet<string>) {
  const relayed = new Set<string>()
  await square.enableEvents()

  return {
    /** Relays what is new. Returns the types relayed so far. */
    async turn(): Promise<string[]> {
      for (const body of await square.eventBodies()) {
        if (relayed.has(body) || ![...references].some((reference) => body.includes(reference))) continue
        const status = await post(webhook, port, body)
        if (status !== 200) throw new Error(`the shop returned ${status} to an event of Square`)
        relayed.add(body)
      }
      return [...relayed].map((body) => (JSON.parse(body) as { type: string }).type)
    },
  }
}

function post({ url, signatureKey }: World['webhook'], port: number, body: string): Promise<number> {
  const { hostname, pathname } = new URL(url)
  const signature = createHmac('sha256', signatureKey).update(url).update(body).digest('base64')
  return new Promise((resolve, reject) => {
    const headers = {
      host: hostname,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-square-hmacsha256-signature': signature,
    }
    http
      .request({ host: 'localhost', port, path: pathname, method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      .on('error', reject)
      .end(body)
  })
}
