import type { Logger } from 'pino'
import type { RatingSummary } from '#domain/reviews/review.ts'
import type { SenderUnits } from '#server/platform/http/sender-address.ts'
import { countSenders } from '#server/platform/http/sender-limits.ts'
import { EVERYTHING } from '#server/platform/pages/page-cache.ts'

export type ReviewStreamOptions = {
  summaryOf: (productId: string) => Promise<RatingSummary>
  log: Pick<Logger, 'error'>
  maxPerAddress?: number
  maxInAll?: number
  heartbeatMs?: number
}

type Stream = { controller: ReadableStreamDefaultController<Uint8Array>; sender: SenderUnits; productId: string }
/** A product's streams and its latest summary, which is kept until the reviews change. */
type Topic = { streams: Set<Stream>; latest: string | undefined; isLoading: boolean; isOutdated: boolean }

export type ReviewStreams = ReturnType<typeof createReviewStreams>

/** A slower reader is dropped; the browser reconnects and gets the current state. */
const MAX_WAITING_BYTES = 64 * 1024
const TAG = 'reviews:'
const encoder = new TextEncoder()

/** Pushes the rating summaries of all products that are being viewed, whenever the database notifies a change. */
export function createReviewStreams(options: ReviewStreamOptions) {
  const { summaryOf, log, maxPerAddress = 6, maxInAll = 10_000, heartbeatMs = 20_000 } = options
  /**
   * One for each product that was viewed. While products can't be read, any slug may be one; the notification that
   * follows such a gap drops those without viewers.
   */
  const topics = new Map<string, Topic>()
  const senders = countSenders(maxPerAddress)
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

  function isFull(sender: SenderUnits): boolean {
    return senders.total() >= maxInAll || senders.isFull(sender)
  }

  function forget(stream: Stream): void {
    const topic = topics.get(stream.productId)
    if (topic?.streams.delete(stream)) senders.count(stream.sender, -1)
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
      topic.latest = undefined
    } finally {
      topic.isLoading = false
    }
  }

  function start(stream: Stream): void {
    const topic = topics.get(stream.productId) ?? {
      streams: new Set<Stream>(),
      latest: undefined,
      isLoading: false,
      isOutdated: false,
    }
    topics.set(stream.productId, topic)
    topic.streams.add(stream)
    senders.count(stream.sender, 1)
    // Jitter, so that browsers don't all reconnect at once after a restart.
    send([stream], `retry: ${3000 + Math.floor(Math.random() * 7000)}\n\n${topic.latest ?? ''}`)
    if (topic.latest === undefined) void refresh(stream.productId, topic)
  }

  return {
    /** Undefined if a limit is reached. */
    open(productId: string, sender: SenderUnits): ReadableStream<Uint8Array> | undefined {
      if (isClosed || isFull(sender)) return undefined
      let opened: Stream | undefined
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            opened = { controller, sender, productId }
            start(opened)
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
      for (const [productId, topic] of topics) {
        if (!isAll && !tags.includes(TAG + productId)) continue
        // Without a viewer, the next one reads it.
        if (topic.streams.size > 0) void refresh(productId, topic)
        else topics.delete(productId)
      }
    },

    isFull,
    count: senders.total,
    stats: () => ({ open: senders.total(), limit: maxInAll }),

    /** Before the process ends: browsers reconnect to another one. */
    close(): void {
      isClosed = true
      clearInterval(heartbeat)
      for (const { streams } of topics.values()) for (const stream of streams) end(stream)
    },
  }
}
