import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { describeError } from './log.ts'
import type { Attributes, Span, Tracer } from './trace.ts'

export type OtlpSettings = {
  /** The collector, such as http://localhost:4318; traces go to /v1/traces below it. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** The share of traces to collect, 0 to 1. */
  ratio: number
}

type Finished = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code: number; message?: string }
}
type Attribute = { key: string; value: { stringValue: string } | { doubleValue: number } }

const SEND_EVERY_MS = 5000
const MAX_BATCH = 512
/** Beyond this, spans are dropped, so that the shop doesn't run out of memory while a collector is down. */
const MAX_WAITING = 4096
const SEND_TIMEOUT_MS = 5000
const WARN_EVERY_MS = 60_000
const INTERNAL = 1
const OK = 1
const FAILED = 2
const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-01$/

/** Sends spans as OTLP/HTTP JSON (https://opentelemetry.io/docs/specs/otlp/). Loaded only where it is configured. */
export function createOtlpTracer({ endpoint, headers, serviceName, ratio }: OtlpSettings, log: Logger): Tracer {
  const url = new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`)
  let waiting: Finished[] = []
  let dropped = 0
  let warnedAt = -Infinity
  let sending = Promise.resolve()
  const timer = setInterval(sendWaiting, SEND_EVERY_MS)
  timer.unref()

  function add(span: Finished): void {
    if (waiting.length >= MAX_WAITING) dropped += 1
    else waiting.push(span)
    if (waiting.length === MAX_BATCH) sendWaiting()
  }

  function sendWaiting(): void {
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    sending = sending.then(() => send(batch)).catch(warn)
  }

  async function send(spans: Finished[]): Promise<void> {
    const resource = { attributes: toAttributes({ 'service.name': serviceName, 'process.pid': process.pid }) }
    const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'bloomera' }, spans }] }] }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`the collector returned status ${response.status}`)
  }

  function warn(error: unknown): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ err: error, dropped }, 'failed to send traces')
  }

  function begin(name: string, given: Attributes, traceId: string, parentSpanId?: string): Span {
    const spanId = randomBytes(8).toString('hex')
    const startTimeUnixNano = nanosecondsNow()
    const attributes = { ...given }
    let isEnded = false
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      child: (childName, childAttributes) => begin(childName, childAttributes, traceId, spanId),
      set: (more) => void Object.assign(attributes, more),
      end(error) {
        if (isEnded) return
        isEnded = true
        add({
          traceId,
          spanId,
          ...(parentSpanId && { parentSpanId }),
          name,
          kind: INTERNAL,
          startTimeUnixNano,
          endTimeUnixNano: nanosecondsNow(),
          attributes: toAttributes(attributes),
          // Redacted, as in the log.
          status: error === undefined ? { code: OK } : { code: FAILED, message: describeError(error).message },
        })
      },
    }
  }

  return {
    start(name, attributes, traceparent) {
      const [, traceId, parentSpanId] = TRACEPARENT.exec(traceparent ?? '') ?? []
      if (traceId) return begin(name, attributes, traceId, parentSpanId)
      return Math.random() < ratio ? begin(name, attributes, randomBytes(16).toString('hex')) : undefined
    },
    async close() {
      clearInterval(timer)
      sendWaiting()
      await sending
    },
  }
}

/** The wall clock only has milliseconds. */
function nanosecondsNow(): string {
  return String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n)
}

function toAttributes(values: Attributes): Attribute[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }))
}
