import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { refuseRawRequest } from './http/raw-request-guard.ts'
import { StartError } from './start-error.ts'

export type ListenOptions = {
  host: string
  port: number
  fetch: Parameters<typeof getRequestListener>[0]
  /** Gets every well-formed request first and says whether it has answered it. */
  answerFirst: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
}

export type Listening = {
  port: number
  /** Takes no new requests, lets those in flight finish for a while, then cuts what is left. */
  close: (graceMs: number) => Promise<void>
}

/** Limits for slow and strange clients; a cached page needs none of this time. */
const SERVER_OPTIONS: http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
}

export async function listen({ host, port, fetch, answerFirst }: ListenOptions): Promise<Listening> {
  const answer = getRequestListener(fetch)
  const server = http.createServer(SERVER_OPTIONS, (request, response) => {
    const refusal = refuseRawRequest(request)
    if (!refusal) {
      if (!answerFirst(request, response)) void answer(request, response)
      return
    }
    response.writeHead(refusal.status, {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      connection: 'close',
      ...refusal.headers,
    })
    response.end(refusal.message)
  })
  const { port: boundPort } = await bind(server, host, port)
  return { port: boundPort, close: (graceMs) => close(server, graceMs) }
}

/** What the person who starts the shop can put right; the same address fails the same way at every further try. */
const START_PROBLEMS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (_, port) => `Port ${port} is kept for the system's own programs. Choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not a name that this machine knows.`,
}

function bind(server: http.Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const problem = START_PROBLEMS[cause.code ?? '']?.(host, port)
      reject(problem ? new StartError(problem, { cause }) : cause)
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

async function close(server: http.Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
