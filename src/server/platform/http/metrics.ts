import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolStats } from '#server/platform/db/database.ts'
import { createWatchCall } from '#server/platform/watch-call.ts'
import type { CspPlace, CspPolicy } from './csp-report.ts'
import { createQueueMetrics, type QueueMetricDeps } from './queue-metrics.ts'

type PageStats = { stats: () => Record<string, number> }
/** By lane. */
type RenderStats = { stats: () => Record<string, { refused: number } & Record<string, number>> }
/** By kind. */
type StreamStats = () => Record<string, { open: number; limit: number }>

export type MetricDeps = QueueMetricDeps & {
  cache: PageStats
  admission: RenderStats
  streams: StreamStats
  pool: () => PoolStats | undefined
}

export type Metrics = ReturnType<typeof createMetrics>

/** A buyer waits for these; the provider may take up to a minute. */
const CALL_SECONDS = [0.05, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

const MAIL_EVENTS = ['bounced', 'complained'] as const

/** Prometheus metrics. Label values come from closed lists, never from a visitor's path. */
export function createMetrics({ cache, admission, streams, pool, ...queueDeps }: MetricDeps) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'shop_answers_total',
    help: 'Responses by status class',
    labelNames: ['status'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'shop_answer_seconds',
    help: 'Response time',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const checkouts = new Histogram({
    name: 'shop_checkout_seconds',
    help: 'Time from a click on Pay to its response, by outcome',
    labelNames: ['outcome'] as const,
    buckets: CALL_SECONDS,
    registers,
  })
  // Reported from the start, so that the first failure is an increase rather than a new series.
  for (const outcome of ['paid', 'declined', 'refused', 'pending', 'failed']) checkouts.zero({ outcome })
  const calls = new Histogram({
    name: 'shop_provider_call_seconds',
    help: 'Duration of calls to Square, EasyPost, the mail server and the CDN, by outcome: ok, refused (rejected) or failed',
    labelNames: ['provider', 'call', 'outcome'] as const,
    buckets: CALL_SECONDS,
    registers,
  })
  const cspReports = new Counter({
    name: 'shop_csp_reports_total',
    help: 'Content security policy violations reported by browsers',
    labelNames: ['place', 'policy', 'directive'] as const,
    registers,
  })
  const mailEvents = new Counter({
    name: 'shop_mail_events_total',
    help: 'Bounced emails and spam complaints reported by the mail provider',
    labelNames: ['kind'] as const,
    registers,
  })
  for (const kind of MAIL_EVENTS) mailEvents.inc({ kind }, 0)
  const queues = createQueueMetrics(registry, queueDeps)
  const readNow = createReadings(registry, { cache, admission, streams, pool })
  return {
    watchCall: createWatchCall(({ provider, name }, outcome, took) =>
      calls.observe({ provider, call: name, outcome }, took),
    ),
    countCheckout(outcome: string, took: number) {
      checkouts.observe({ outcome }, took)
    },
    /** All values come from closed lists; see csp-report.ts. */
    countCspReport(place: CspPlace, policy: CspPolicy, directive: string) {
      cspReports.inc({ place, policy, directive })
    },
    countMailEvent(kind: (typeof MAIL_EVENTS)[number]) {
      mailEvents.inc({ kind })
    },
    observe(status: number, milliseconds: number) {
      answers.inc({ status: `${Math.floor(status / 100)}xx` })
      seconds.observe(milliseconds / 1000)
    },
    async text(): Promise<string> {
      await queues.refresh()
      readNow()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

/** Counts kept elsewhere, read on each scrape. */
function createReadings(
  registry: Registry,
  { cache, admission, streams, pool }: Pick<MetricDeps, 'cache' | 'admission' | 'streams' | 'pool'>,
): () => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const pageCache = gauge(
    'shop_page_cache',
    'Page cache: hits, misses and stale responses since startup, bytes and pages cached now',
    'what' as const,
  )
  const renders = gauge(
    'shop_renders',
    'Renders by lane: started and refused since startup, active and queued now',
    'lane' as const,
    'what' as const,
  )
  const refusals = new Counter({
    name: 'shop_renders_refused_total',
    help: 'Renders refused because the lane was full, by lane',
    labelNames: ['lane'] as const,
    registers: [registry],
  })
  const openStreams = gauge('shop_streams', 'Open server-sent event streams by kind', 'kind' as const)
  const streamLimit = gauge('shop_streams_limit', 'Maximum number of open streams by kind', 'kind' as const)
  const connections = gauge(
    'shop_database_connections',
    'Connection pool: open, idle, limit, and requests waiting for a connection',
    'what' as const,
  )

  return () => {
    for (const [what, value] of Object.entries(cache.stats())) pageCache.set({ what }, value)
    // A counter can only grow, and these are totals already.
    refusals.reset()
    for (const [lane, stats] of Object.entries(admission.stats())) {
      for (const [what, value] of Object.entries(stats)) renders.set({ lane, what }, value)
      refusals.inc({ lane }, stats.refused)
    }
    for (const [kind, { open, limit }] of Object.entries(streams())) {
      openStreams.set({ kind }, open)
      streamLimit.set({ kind }, limit)
    }
    for (const [what, value] of Object.entries(pool() ?? {})) connections.set({ what }, value)
  }
}
