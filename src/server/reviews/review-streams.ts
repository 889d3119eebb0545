import type { Logger } from 'pino'
import type { RatingSummary } from '#domain/reviews/review.ts'
import { EVERYTHING } from '#server/platform/pages/page-cache.ts'

export type ReviewStreamOptions = {
  summaryOf: (productId: string) => Promise<RatingSummary>
  log: Pick<Logger, 'error'>
  maxPerAddress?: number
  maxInAll?: number
  heartbeatMs?: number
}

type Stream = { controller: ReadableStreamDefaultController<Uint8Array>; address: string; productId: string }
type Topic = { streams: Set<Stream>; latest: string | undefined; isLoading: boolean; isOutdated: boolean }

export type ReviewStreams = ReturnType<typeof createReviewStreams>

/** A slower reader is dropped; the browser reconnects and gets the current state. */
const MAX_WAITING_BYTES = 64 * 1024
const TAG = 'reviews:'
const encoder = new TextEncoder()

/** Pushes the rating summaries of all products that are being viewed, whenever the database notifies a change. */
export function createReviewStreams(options: ReviewStreamOptions) {
  const { summaryOf, log, maxPerAddress = 6, maxInAll = 10_000, heartbeatMs = 20_000 } = options
  const topics = new Map<string, Topic>()
  const perAddress = new Map<string, number>()
  let total = 0
  let isClosed = false

  const heartbeat = setInterval(() => {
    for (const { streams } of topics.values()) send(streams, 'event: beat\ndata:\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  function send(streams: Iterable<Stream>, text: string): void {
    const bytes = encoder.encode(text)
    for (const stream of streams) {
      if ((stream.controller.desiredSize ?? 0) > 0) stream.controller.enqueue(bytes)
      else end(stream)
    }
  }

  function forget(stream: Stream): void {
    const topic = topics.get(stream.productId)
    if (!topic?.streams.delete(stream)) return
    if (topic.streams.size === 0) topics.delete(stream.productId)
    const left = (perAddress.get(stream.address) ?? 1) - 1
    if (left > 0) perAddress.set(stream.address, left)
    else perAddress.delete(stream.address)
    total -= 1
  }

  function end(stream: Stream): void {
    forget(stream)
    stream.controller.close()
  }

  /** One query for all viewers, however many changes arrived while loading. */
  async function refresh(productId: string, topic: Topic): Promise<void> {
    topic.isOutdated = true
    if (topic.isLoading) return
    topic.isLoading = true
    try {
      while (topic.isOutdated) {
        topic.isOutdated = false
        const text = `data: ${JSON.stringify(await summaryOf(productId))}\n\n`
        if (text !== topic.latest) send(topic.streams, text)
        topic.latest = text
      }
    } catch (error) {
      // The state is unknown: end the streams, so that browsers reconnect.
      log.error({ err: error, productId }, 'failed to read live reviews')
      for (const stream of topic.streams) end(stream)
    } finally {
      topic.isLoading = false
    }
  }

  function add(stream: Stream): void {
    const topic = topics.get(stream.productId) ?? {
      streams: new Set<Stream>(),
      latest: undefined,
      isLoading: false,
      isOutdated: false,
    }
    topics.set(stream.productId, topic)
    topic.streams.add(stream)
    perAddress.set(stream.address, (perAddress.get(stream.address) ?? 0) + 1)
    total += 1
    // Jitter, so that browsers don't all reconnect at once after a restart.
    send([stream], `retry: ${3000 + Math.floor(Math.random() * 7000)}\n\n${topic.latest ?? ''}`)
    if (topic.latest === undefined) void refresh(stream.productId, topic)
  }

  return {
    isWatched: (productId: string): boolean => topics.has(productId),

    /** Undefined if a limit is reached. */
    open(productId: string, address: string): ReadableStream<Uint8Array> | undefined {
      if (isClosed || total >= maxInAll || (perAddress.get(address) ?? 0) >= maxPerAddress) return undefined
      let opened: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            opened = { controller, address, productId }
            add(opened)
          },
          cancel: () => {
            if (opened) forget(opened)
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
      )
    },

    /** Takes the tags of a database notification. */
    changed(tags: readonly string[]): void {
      const isAll = tags.includes(EVERYTHING)
      for (const [productId, topic] of topics)
        if (isAll || tags.includes(TAG + productId)) void refresh(productId, topic)
    },

    count: (): number => total,
    stats: () => ({ open: total, limit: maxInAll }),

    /** Before the process ends: browsers reconnect to another one. */
    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      for (const { streams } of topics.values()) for (const stream of streams) end(stream)
    },
  }
}
