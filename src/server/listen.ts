import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createFairQueue } from './platform/http/fair-queue.ts'
import { createOpenResponses } from './platform/http/open-responses.ts'
import { type Refusal, refuseRawRequest } from './platform/http/raw-request-guard.ts'
import type { HeaderMap } from './platform/http/security-headers.ts'
import { StartError } from './platform/start-error.ts'

export type ListenOptions = {
  host: string
  port: number
  fetch: (...of: Parameters<Parameters<typeof getRequestListener>[0]>) => Response | Promise<Response>
  /** Sees every well-formed request first; returns true if it has answered it. */
  answerFirst: (request: http.IncomingMessage, response: http.ServerResponse) => boolean
  /** The client whose turn it is when requests have to wait. */
  clientOf: (request: http.IncomingMessage) => string
  /** Headers of responses to requests that can't be parsed. */
  refusalHeaders: HeaderMap
  limits?: Partial<ListenLimits>
}

export type Listening = {
  port: number
  /** Stops accepting requests, lets those in flight finish for a while, then closes the rest. */
  close: (graceMs: number) => Promise<void>
}

/** Limits for slow and malicious clients; a cached page needs none of this time. */
const SERVER_OPTIONS: http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
  // Node would answer on its own, without our headers; the host guard refuses these requests too.
  requireHostHeader: false,
}

export type ListenLimits = {
  /** Idle timeout of a connection, mainly for a response that its client doesn't read. */
  stalledMs: number
  /** Time for reading a complete response, for clients that trickle-read. Streams have their own limit. */
  answerMs: number
  maxConnections: number
  /** Requests that haven't started. */
  maxWaiting: number
  maxPerClient: number
}

const LIMITS: ListenLimits = {
  // Enough for the slowest phone to load the largest picture; our responses start within 20 seconds.
  stalledMs: 45_000,
  answerMs: 5 * 60_000,
  // Room for 10,100 live streams and for everyone else. With as many unread responses as it may have, a connection
  // uses 47 KB: 560 MB in all, of the 900 MB that deploy/systemd gives a process.
  maxConnections: 12_000,
  // Many thousands at once can't be shoppers, and each uses some memory.
  maxWaiting: 5000,
  maxPerClient: 1000,
}

/** Browsers and proxies wait for each response before they send the next request. */
const MAX_OPEN_RESPONSES = 4

const TOO_MANY_WAITING = { status: 503, headers: { 'retry-after': '5' }, message: 'The shop is busy.' }
const UNKNOWN_EXPECTATION = { status: 417, message: '' }

const STATUS_BY_ERROR: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Time for a client that is still sending to read the refusal. */
const LINGER_MS = 1000

export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, fetch, answerFirst, clientOf, refusalHeaders } = options
  const { stalledMs, answerMs, maxConnections, maxWaiting, maxPerClient } = { ...LIMITS, ...options.limits }
  const refusal = { ...refusalHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  async function answerRequest(...[request, bindings]: Parameters<typeof fetch>): Promise<Response> {
    const response = await fetch(request, bindings)
    // The framework drops it, and a body that is a stream would stay open.
    if (bindings.outgoing.destroyed) await response.body?.cancel()
    return response
  }
  const answer = getRequestListener(answerRequest, {
    // Requests that can't be constructed, for example with an empty host, never reach the app.
    errorHandler: (error) =>
      new Response('Invalid request', {
        status: error instanceof Error && error.name === 'RequestError' ? 400 : 500,
        headers: refusal,
      }),
  })
  function refuse(response: http.ServerResponse, { status, headers, message }: Refusal): void {
    response.writeHead(status, { ...refusal, ...headers })
    response.end(message)
  }
  const queue = createFairQueue<http.ServerResponse>({
    maxWaiting,
    maxPerClient,
    start: (response) => {
      // No one reads the response on a closed connection.
      if (!response.req.socket.destroyed) void answer(response.req, response)
    },
    refuse: (response) => refuse(response, TOO_MANY_WAITING),
  })

  const server = http.createServer(SERVER_OPTIONS)
  // Of several processes, Node would have those that are full pass a connection around for ever.
  Object.assign(server, { maxConnections, dropMaxConnection: true })
  // Makes room for the next, in case that someone keeps thousands open and idle.
  server.on('drop', () => server.closeIdleConnections())
  const responses = createOpenResponses(server, { maxPerConnection: MAX_OPEN_RESPONSES, answerMs })
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (!responses.add(response)) return
    // On a connection that is kept open, requests would go on until the server cuts them off.
    if (!server.listening) response.shouldKeepAlive = false
    const refused = refuseRawRequest(request)
    if (refused) refuse(response, refused)
    else if (!answerFirst(request, response)) queue.add(clientOf(request), response)
  })
  server.on('checkExpectation', (_request: http.IncomingMessage, response: http.ServerResponse) => {
    if (responses.add(response)) refuse(response, UNKNOWN_EXPECTATION)
  })
  // Without a timeout listener, Node destroys an idle socket.
  server.setTimeout(stalledMs)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseUnparsed(error, socket as Socket, refusal))
  const { port: boundPort } = await bind(server, host, port)
  return {
    port: boundPort,
    close: (graceMs) => {
      responses.endConnections()
      return close(server, graceMs)
    },
  }
}

/** Requests that Node could not parse as HTTP, so no listener saw them. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, headers: HeaderMap): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = STATUS_BY_ERROR[error.code ?? ''] ?? 400
  const lines = Object.entries({ ...headers, 'content-length': '0' }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n'))
  // Closing right away with unread bytes would reset the connection, and the client might miss the response.
  socket.resume()
  const linger = setTimeout(() => socket.destroy(), LINGER_MS)
  socket.once('close', () => clearTimeout(linger))
}

/** Problems that the person starting the shop can fix; retrying the same address fails the same way. */
const START_PROBLEMS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is already in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
  EACCES: (_, port) => `Port ${port} is reserved for the system. Set PORT to 1024 or higher.`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `This machine can't resolve HOST ${host}.`,
}

/** Rejects with a readable message if the person starting the shop can fix it. */
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
