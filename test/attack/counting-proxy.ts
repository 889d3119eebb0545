import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../free-port.ts'

/** A proxy between the shop and Square that records the idempotency keys of charges, by the buyer's email address. */
export async function startCountingProxy(target: string) {
  const charges = new Map<string, Set<string>>()
  const port = await freePort()
  const server = createServer((incoming, outgoing) => {
    relay(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const answer = await forward(new URL(incoming.url ?? '/', target), incoming)
    const body = Buffer.from(await answer.arrayBuffer())
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    outgoing.end(body)
  }

  async function forward(url: URL, incoming: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (incoming.method === 'POST' && url.pathname === '/v2/payments') {
      const { buyer_email_address: email, idempotency_key: key } = JSON.parse(body.toString()) as Record<string, string>
      charges.set(String(email), (charges.get(String(email)) ?? new Set()).add(String(key)))
    }
    return fetch(url, {
      method: incoming.method ?? 'GET',
      headers: { 'content-type': 'application/json', authorization: incoming.headers.authorization ?? '' },
      ...(body.length > 0 && { body }),
    })
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${port}`,
    charges,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
