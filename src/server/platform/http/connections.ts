import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { FairShare } from './fair-share.ts'

export type ConnectionLimits = {
  maxConnections: number
  /** Responses of one connection that aren't sent yet, or not read. */
  maxPerConnection: number
  /** Requests whose body hasn't arrived yet, or isn't read. Node holds up to 128 KB of each. */
  maxBodies: number
  /** Time for reading a response that is complete, for clients that trickle-read; at most twice as much. */
  answerMs: number
}

/** This share of all connections is left to those without a request: the newest may be about to send one. */
const IDLE_SHARE = 0.1

/**
 * Watches what clients hold on to: connections, responses that they don't read and bodies that they don't send. A new
 * connection always finds room. If there is none, an idle one is closed; if few are idle, the client with the most
 * requests in progress loses its oldest.
 */
export function createConnections(server: Server, limits: ConnectionLimits) {
  const { maxConnections, maxPerConnection, maxBodies, answerMs } = limits
  /** Each with its responses, in the order of their requests. */
  const open = new Map<Socket, Set<ServerResponse>>()
  /** Those without a request in progress, the longest idle first. */
  const idle = new Set<Socket>()
  const busy = new FairShare<Socket>()
  const bodies = new FairShare<IncomingMessage>()
  /** Those that were complete at the last sweep. */
  let unread = new Set<ServerResponse>()

  server.on('connection', (socket: Socket) => {
    if (open.size >= maxConnections) makeRoom()
    open.set(socket, new Set())
    idle.add(socket)
    socket.once('close', forgetClosed)
  })

  function makeRoom(): void {
    const [longestIdle] = idle
    const isSpare = idle.size > maxConnections * IDLE_SHARE
    cutOff((isSpare ? longestIdle : busy.oldest()) ?? longestIdle)
  }

  function cutOff(socket: Socket | undefined): void {
    if (!socket) return
    forget(socket)
    socket.destroy()
  }

  /** Also its responses: Node doesn't close those that were waiting for others. */
  function forget(socket: Socket): void {
    for (const { req } of open.get(socket) ?? []) bodies.delete(req)
    open.delete(socket)
    idle.delete(socket)
    busy.delete(socket)
  }

  /** The listeners are shared, which saves each connection, response and request a closure. */
  function forgetClosed(this: Socket): void {
    forget(this)
  }

  function forgetResponse(this: ServerResponse): void {
    const { socket } = this.req
    const responses = open.get(socket)
    if (!responses?.delete(this) || responses.size > 0) return
    busy.delete(socket)
    idle.delete(socket)
    idle.add(socket)
  }

  function holdBody(client: string, request: IncomingMessage): void {
    bodies.add(client, request)
    request.on('close', forgetBody)
    const oldest = bodies.size > maxBodies ? bodies.oldest() : undefined
    if (!oldest) return
    bodies.delete(oldest)
    cutOff(oldest.socket)
  }

  function forgetBody(this: IncomingMessage): void {
    bodies.delete(this)
  }

  function sweep(): void {
    const before = unread
    unread = new Set()
    for (const [socket, responses] of open)
      for (const response of responses) {
        // A stream is never complete, and drops slow readers itself.
        if (!response.writableEnded) continue
        if (before.has(response)) socket.destroy()
        else unread.add(response)
      }
  }
  const timer = setInterval(sweep, answerMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  return {
    /** Returns false if the connection is cut off: the request isn't to be handled. */
    add(response: ServerResponse): boolean {
      const { socket } = response.req
      const responses = open.get(socket)
      // Node still delivers the other requests that it has read from a connection that was cut off.
      if (!responses) return false
      if (responses.size >= maxPerConnection) {
        cutOff(socket)
        return false
      }
      responses.add(response)
      response.on('close', forgetResponse)
      return true
    },

    /** The client's request isn't answered yet, or its response isn't sent. */
    hold(client: string, { req: request }: ServerResponse): void {
      const { socket } = request
      if (!open.has(socket)) return
      idle.delete(socket)
      busy.add(client, socket)
      if (!hasBody(request)) return
      if (request.method === 'POST') holdBody(client, request)
      // No one reads it, and Node would hold it until the response is sent.
      else request.resume()
    },

    /** Returns true if the connection's client is already receiving a response. */
    isAnswered(socket: Socket): boolean {
      return [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent)
    },

    /** Ends each connection with the response that it's waiting for. */
    endAll(): void {
      for (const responses of open.values())
        for (const response of responses) if (!response.headersSent) response.shouldKeepAlive = false
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
