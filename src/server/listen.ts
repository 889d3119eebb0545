import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { refuseRawRequest } from './platform/http/raw-request-guard.ts'
import type { HeaderMap } from './platform/http/security-headers.ts'
import { StartError } from './platform/start-error.ts'

export type ListenOptions = {
  host: string
  port: number
  fetch: Parameters<typeof getRequestListener>[0]
  /** Gets every well-formed request first and says whether it has answered it. */
  answerFirst: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
  /** The headers of answers to what is not even a proper request. */
  refusalHeaders: HeaderMap
  limits?: Partial<ReadLimits>
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
  // Node would answer by itself, without our headers; the guard refuses such requests as well.
  requireHostHeader: false,
}

export type ReadLimits = {
  /** How long a connection may stand still, above all with an answer that its client does not read. */
  stalledMs: number
  /** How long the whole answer may take, for clients that read a byte now and then. Streams have a bound of their own. */
  answerMs: number
}

/** The slowest phone gets the largest picture within these; an answer of ours is begun within 20 seconds. */
const READ_LIMITS: ReadLimits = { stalledMs: 45_000, answerMs: 5 * 60_000 }

const STATUS_BY_ERROR: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** For a client that still sends to take note of its refusal. */
const LINGER_MS = 1000

export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, fetch, answerFirst, refusalHeaders } = options
  const limits = { ...READ_LIMITS, ...options.limits }
  const refusal = { ...refusalHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  const answer = getRequestListener(fetch, {
    // What cannot be made a request of, such as an empty host, never reaches the app.
    errorHandler: (error) =>
      new Response('Invalid request', {
        status: error instanceof Error && error.name === 'RequestError' ? 400 : 500,
        headers: refusal,
      }),
  })
  const server = http.createServer(SERVER_OPTIONS, (request, response) => {
    cutSlowReader(response, limits.answerMs)
    const refused = refuseRawRequest(request)
    if (!refused) {
      if (!answerFirst(request, response)) void answer(request, response)
      return
    }
    response.writeHead(refused.status, { ...refusal, ...refused.headers })
    response.end(refused.message)
  })
  server.on('checkExpectation', (_request: http.IncomingMessage, response: http.ServerResponse) => {
    response.writeHead(417, refusal)
    response.end()
  })
  // Without a listener for its timeout event, a socket that stands still is destroyed.
  server.setTimeout(limits.stalledMs)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseUnparsed(error, socket as Socket, refusal))
  const { port: boundPort } = await bind(server, host, port)
  return { port: boundPort, close: (graceMs) => close(server, graceMs) }
}

/** An answer that is complete and still not read is cut; a stream is never complete, and ends slow readers itself. */
function cutSlowReader(response: http.ServerResponse, answerMs: number): void {
  const check = setInterval(() => {
    if (response.writableEnded) response.socket?.destroy()
  }, answerMs)
  check.unref()
  response.once('close', () => clearInterval(check))
}

/** What Node could not read as HTTP, and so handed to no listener. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, headers: HeaderMap): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_BY_ERROR[error.code ?? ''] ?? 400
  const lines = Object.entries({ ...headers, 'content-length': '0' }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'))
  // Closed at once, with unread bytes, the system would reset the connection, and the client might not see the answer.
  socket.resume()
  const linger = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(linger))
}

/** What the person who starts the shop can put right; the same address fails the same way at every further try. */
const START_PROBLEMS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (_, port) => `Port ${port} is kept for the system's own programs. Choose one above 1023 with PORT.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `HOST ${host} is not a name that this machine knows.`,
}

/** Rejects with a sentence where the person who starts the shop can put it right. */
export function bind(server: http.Server, host: string, port: number): Promise<AddressInfo> {
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
