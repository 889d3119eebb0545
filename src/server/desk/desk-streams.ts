import { randomUUID } from 'node:crypto'

/** Limit of open streams; an office has fewer people at the desk. */
const MAX_STREAMS = 100
const MAX_WAITING_BYTES = 16 * 1024
/** A stream ends after a while; reconnecting checks permissions again. */
const LIFETIME_MS = 10 * 60 * 1000

type Stream = { controller: ReadableStreamDefaultController<Uint8Array>; openedAt: number }

export type DeskStreams = ReturnType<typeof createDeskStreams>

/** Notifies open desks which kind of thing changed; they re-fetch the data with their own permissions. */
export function createDeskStreams({ heartbeatMs = 20_000, gatherMs = 150 } = {}) {
  const streams = new Set<Stream>()
  const encoder = new TextEncoder()
  const waiting = new Set<string>()
  /** Positions are counted per process. */
  const counter = randomUUID()
  let count = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function end(stream: Stream): void {
    streams.delete(stream)
    stream.controller.close()
  }

  function send(text: string): void {
    const bytes = encoder.encode(text)
    for (const stream of streams) {
      // A slow reader reconnects and gets the current state.
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(bytes)
      else end(stream)
    }
  }

  const heartbeat = setInterval(() => {
    for (const stream of streams) if (performance.now() - stream.openedAt > LIFETIME_MS) end(stream)
    send('event: beat\ndata:\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  function sendWaiting(): void {
    timer = undefined
    send(`event: changed\ndata: ${[...waiting].join(',')}\n\n`)
    waiting.clear()
  }

  /** Equal positions mean that nothing changed in between. */
  function position(): string {
    return `${counter}:${count}`
  }

  return {
    position,

    /** Notifies right away if something changed since the page was rendered. Undefined if the limit is reached. */
    open(renderedAt: string): ReadableStream<Uint8Array> | undefined {
      if (isClosed || streams.size >= MAX_STREAMS) return undefined
      let opened: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            opened = { controller, openedAt: performance.now() }
            streams.add(opened)
            const missed = renderedAt === position() ? '' : 'event: changed\ndata: all\n\n'
            controller.enqueue(encoder.encode(`retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n${missed}`))
          },
          cancel: () => {
            if (opened) streams.delete(opened)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
      )
    },

    /** Batches many changes into one notification. */
    changed(topic: string): void {
      count += 1
      if (streams.size === 0 || isClosed) return
      waiting.add(topic)
      timer ??= setTimeout(sendWaiting, gatherMs)
      timer.unref()
    },

    stats: () => ({ open: streams.size, limit: MAX_STREAMS }),

    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}
