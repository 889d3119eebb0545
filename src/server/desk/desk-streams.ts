import { randomUUID } from 'node:crypto'

/** So many open desks at once; an office has fewer. */
const MAX_STREAMS = 100
const MAX_WAITING_BYTES = 16 * 1024
/** A stream ends after a while and is asked for again, by somebody who may still ask. */
const LIFETIME_MS = 10 * 60 * 1000

type Stream = { controller: ReadableStreamDefaultController<Uint8Array>; openedAt: number }

export type DeskStreams = ReturnType<typeof createDeskStreams>

/** Tells open desks what kind of thing changed; they fetch what they show themselves, with their own permission. */
export function createDeskStreams({ heartbeatMs = 20_000, gatherMs = 150 } = {}) {
  const streams = new Set<Stream>()
  const encoder = new TextEncoder()
  const waiting = new Set<string>()
  /** Every process counts on its own. */
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
      // Who reads too slowly comes back and finds the present state.
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

  /** How far the news have come: between two that are the same nothing happened. */
  function position(): string {
    return `${counter}:${count}`
  }

  return {
    position,

    /** Says at once if there were news since the page was drawn. Undefined when there are too many already. */
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

    /** Many changes at once are one piece of news. */
    changed(topic: string): void {
      count += 1
      if (streams.size === 0 || isClosed) return
      waiting.add(topic)
      timer ??= setTimeout(sendWaiting, gatherMs)
      timer.unref()
    },

    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(timer)
      for (const stream of streams) end(stream)
    },
  }
}
