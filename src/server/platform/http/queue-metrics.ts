import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { QueueDepth } from '#server/platform/worker/queue-depths.queries.ts'

export type QueueMetricDeps = { readQueues: () => Promise<QueueDepth[]>; log: Logger; now?: () => number }

/** Concurrent scrapers share one query. */
const FRESH_MS = 5000
/** Scrapes must finish in time even if the database hangs. */
const MAX_WAIT_MS = 2000

/**
 * How far behind the background queues are. While the database is down the numbers are omitted rather than guessed, and
 * `shop_queues_known` is 0.
 */
export function createQueueMetrics(registry: Registry, { readQueues, log, now = Date.now }: QueueMetricDeps) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'] as const, registers: [registry] })
  const due = gauge('shop_queue_due', 'Work that is due')
  const oldest = gauge('shop_queue_oldest_due_seconds', 'How long the oldest due work has been waiting')
  const dead = gauge('shop_queue_dead', 'Work that was given up and waits for the owner')
  const known = new Gauge({
    name: 'shop_queues_known',
    help: '1 when the queues could be read, else 0',
    registers: [registry],
  })
  let freshUntil = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const depths = await readQueues()
      for (const { queue, due: count, oldestDueSeconds, dead: given } of depths) {
        due.set({ queue }, count)
        oldest.set({ queue }, oldestDueSeconds)
        dead.set({ queue }, given)
      }
      known.set(1)
      freshUntil = now() + FRESH_MS
    } catch (error) {
      log.warn({ err: error }, 'cannot read queue depths')
      forget()
    }
  }

  function forget(): void {
    for (const each of [due, oldest, dead]) each.reset()
    known.set(0)
  }

  return {
    async refresh(): Promise<void> {
      if (now() < freshUntil) return
      reading ??= read().finally(() => (reading = undefined))
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), MAX_WAIT_MS)
      })
      const outcome = await Promise.race([reading, tooLong])
      clearTimeout(timer)
      if (outcome === 'late') forget()
    },
  }
}
