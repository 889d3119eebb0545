import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PageCache } from '#server/pages/page-cache.ts'
import type { CspPlace } from './csp-report.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Numbers for Prometheus. Labels are closed lists; a visitor's path never becomes one. */
export function createMetrics(cache: PageCache) {
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
  const seconds = new Histogram({
    name: 'shop_answer_seconds',
    help: 'Time to answer',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  const cspReports = new Counter({
    name: 'shop_csp_reports_total',
    help: 'Violations of the content security policy that browsers reported',
    labelNames: ['place', 'directive'] as const,
    registers: [registry],
  })
  return {
    /** Both are words of closed lists, see csp-report.ts. */
    countCspReport(place: CspPlace, directive: string) {
      cspReports.inc({ place, directive })
    },
    observe(status: number, milliseconds: number) {
      answers.inc({ status: `${Math.floor(status / 100)}xx` })
      seconds.observe(milliseconds / 1000)
    },
    text() {
      for (const [what, value] of Object.entries(cache.stats())) pageCache.set({ what }, value)
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}
