import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createConnections } from './platform/http/connections.ts'
import { createFairQueue } from './platform/http/fair-queue.ts'
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
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
  // Node would answer on its own, without our headers; the host guard refuses these requests too.
  requireHostHeader: false,
}

export type ListenLimits = {
  /** Time for sending the headers of a request. */
  headersMs: number
  /** Time for sending a request. */
  requestMs: number
  /** Idle timeout of a connection, mainly for a response that its client doesn't read. */
  stalledMs: number
  /** Time for reading a complete response, for clients that trickle-read. Streams have their own limit. */
  answerMs: number
  maxConnections: number
  /** Requests whose body hasn't arrived or isn't read. */
  maxBodies: number
  /** Requests that haven't started. */
  maxWaiting: number
  maxPerClient: number
}

export const LISTEN_LIMITS: ListenLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  // Enough for the slowest phone to load the largest picture; our responses start within 20 seconds.
  stalledMs: 45_000,
  answerMs: 5 * 60_000,
  // Room for 10,100 live streams and for everyone else. A connection uses up to 32 KB: 390 MB in all, besides the 400 MB
  // of the process, of the 900 MB that deploy/systemd gives it.
  maxConnections: 12_000,
  // A body usually arrives along with its headers: even in a rush there are a few at a time. Node holds up to 128 KB of
  // each: 64 MB in all.
  maxBodies: 500,
  // Many thousands at once can't be shoppers, and each uses some memory.
  maxWaiting: 5000,
  maxPerClient: 1000,
}

/** Browsers and proxies wait for each response before they send the next request. */
const MAX_OPEN_RESPONSES = 2

const TOO_MANY_WAITING = { status: 503, headers: { 'retry-after': '5' }, message: 'The shop is busy.' }
const UNKNOWN_EXPECTATION = { status: 417, message: '' }

const STATUS_BY_ERROR: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Time for a client that is still sending to read the refusal. */
const LINGER_MS = 1000

/** While closing, how often connections that have become idle are closed. */
const CLOSE_IDLE_MS = 1000

export async function listen(options: ListenOptions): Promise<Listening> {
  const { host, port, fetch, answerFirst, clientOf, refusalHeaders } = options
  const limits = { ...LISTEN_LIMITS, ...options.limits }
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
    ...limits,
    start: (response) => {
      // No one reads the response on a closed connection.
      if (!response.req.socket.destroyed) void answer(response.req, response)
    },
    refuse: (response) => refuse(response, TOO_MANY_WAITING),
  })

  const server = http.createServer({
    ...SERVER_OPTIONS,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
  })
  const connections = createConnections(server, { ...limits, maxPerConnection: MAX_OPEN_RESPONSES })
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (!connections.add(response)) return
    // On a connection that is kept open, requests would go on until the server cuts them off.
    if (!server.listening) response.shouldKeepAlive = false
    const refused = refuseRawRequest(request)
    if (refused) refuse(response, refused)
    else if (!answerFirst(request, response)) queue.add(clientOf(request), response)
    if (!isSent(response)) connections.hold(clientOf(request), response)
  })
  server.on('checkExpectation', (_request: http.IncomingMessage, response: http.ServerResponse) => {
    if (connections.add(response)) refuse(response, UNKNOWN_EXPECTATION)
  })
  // Without a timeout listener, Node destroys an idle socket.
  server.setTimeout(limits.stalledMs)
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket
    // In the middle of a response, the refusal would be read as a part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || connections.isAnswered(socket)) socket.destroy()
    else refuseUnparsed(error, socket, refusal)
  })
  const { port: boundPort } = await bind(server, host, port)
  return {
    port: boundPort,
    close: (graceMs) => {
      connections.endAll()
      return close(server, graceMs)
    },
  }
}

/** True for most responses from memory, as soon as they're ended: then the client holds nothing of ours. */
function isSent({ req, writableEnded }: http.ServerResponse): boolean {
  return writableEnded && req.socket.writableLength === 0
}

/** For requests that Node could not parse as HTTP, or that take too long to arrive. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Socket, headers: HeaderMap): void {
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
  // The connection of a stream is idle once the stream has ended, and a proxy would keep it open.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS)
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
