import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type OpenResponseLimits = {
  /** Responses of one connection that aren't sent yet, or not read. */
  maxPerConnection: number
  /** Time for reading a response that is complete, for clients that trickle-read; at most twice as much. */
  answerMs: number
}

/** Watches the responses that clients haven't read yet, and cuts off those who leave too many or take too long. */
export function createOpenResponses(server: Server, { maxPerConnection, answerMs }: OpenResponseLimits) {
  const open = new Set<ServerResponse>()
  const perConnection = new Map<Socket, number>()
  /** Those that were complete at the last sweep. */
  let unread = new Set<ServerResponse>()

  function sweep(): void {
    const before = unread
    unread = new Set()
    for (const response of open) {
      // A stream is never complete, and drops slow readers itself.
      if (!response.writableEnded) continue
      if (before.has(response)) response.socket?.destroy()
      else unread.add(response)
    }
  }
  const timer = setInterval(sweep, answerMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))

  /** Shared by all responses, which saves each of them a closure. */
  function forget(this: ServerResponse): void {
    open.delete(this)
    const { socket } = this.req
    const left = (perConnection.get(socket) ?? 1) - 1
    if (left > 0) perConnection.set(socket, left)
    else perConnection.delete(socket)
  }

  return {
    /** Returns false if the connection is cut off: the request isn't to be handled. */
    add(response: ServerResponse): boolean {
      const { socket } = response.req
      const count = (perConnection.get(socket) ?? 0) + 1
      if (count > maxPerConnection) {
        // Node still delivers the other requests that it has read. They end up here, too.
        socket.destroy()
        return false
      }
      open.add(response)
      perConnection.set(socket, count)
      response.on('close', forget)
      return true
    },

    /** Ends each connection with the response that it's waiting for. */
    endConnections(): void {
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false
    },
  }
}
