import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CspPlace, CspPolicy } from './csp-report.ts'
import { createQueueMetrics, type QueueMetricDeps } from './queue-metrics.ts'

type PageStats = { stats: () => Record<string, number> }
/** By lane. */
type RenderStats = { stats: () => Record<string, Record<string, number>> }

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics. Label values come from closed lists, never from a visitor's path. */
export function createMetrics(cache: PageStats, admission: RenderStats, queueDeps: QueueMetricDeps) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Counter({
    name: 'shop_answers_total',
    help: 'Answers by status class',
    labelNames: ['status'] as const,
    registers: [registry],
  })
  const pageCache = new Gauge({
    name: 'shop_page_cache',
    help: 'Page cache: hits, misses, stale answers, bytes and pages held',
    labelNames: ['what'] as const,
    registers: [registry],
  })
  const renders = new Gauge({
    name: 'shop_renders',
    help: 'Renders by lane: started and refused since the start, active and queued now',
    labelNames: ['lane', 'what'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'shop_answer_seconds',
    help: 'Time to answer',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const cspReports = new Counter({
    name: 'shop_csp_reports_total',
    help: 'Violations of the content security policy that browsers reported',
    labelNames: ['place', 'policy', 'directive'] as const,
    registers: [registry],
  })
  const queues = createQueueMetrics(registry, queueDeps)
  return {
    /** All values come from closed lists; see csp-report.ts. */
    countCspReport(place: CspPlace, policy: CspPolicy, directive: string) {
      cspReports.inc({ place, policy, directive })
    },
    observe(status: number, milliseconds: number) {
      answers.inc({ status: `${Math.floor(status / 100)}xx` })
      seconds.observe(milliseconds / 1000)
    },
    async text(): Promise<string> {
      await queues.refresh()
      for (const [what, value] of Object.entries(cache.stats())) pageCache.set({ what }, value)
      for (const [lane, stats] of Object.entries(admission.stats()))
        for (const [what, value] of Object.entries(stats)) renders.set({ lane, what }, value)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
