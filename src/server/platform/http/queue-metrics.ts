import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { QueueDepth } from '#server/platform/worker/queue-depths.queries.ts'

/** What only the database knows about the shop as a whole. */
export type ShopState = {
  /** False while the database's disk is full. */
  isTillOpen: boolean
  backup: { isSetUp: boolean; newestAt: Date | undefined }
}

export type QueueMetricDeps = {
  readQueues: () => Promise<QueueDepth[]>
  readState: () => Promise<ShopState>
  log: Logger
  now?: () => number
}

/** Concurrent scrapers share one query. */
const FRESH_MS = 5000
/** Scrapes must finish in time even if the database hangs. */
const MAX_WAIT_MS = 2000

/**
 * How far behind the background queues are. While the database is down the numbers are omitted rather than guessed, and
 * `shop_queues_known` is 0.
 */
export function createQueueMetrics(registry: Registry, deps: QueueMetricDeps) {
  const { readQueues, readState, log, now = Date.now } = deps
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['queue'] as const, registers: [registry] })
  const due = gauge('shop_queue_due', 'Queue items that are due')
  const oldest = gauge('shop_queue_oldest_due_seconds', 'How long the oldest due item has been waiting')
  const dead = gauge('shop_queue_dead', 'Dead letters: items that failed for good and need the owner')
  const plain = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const known = plain('shop_queues_known', '1 if the queues could be read, else 0')
  const till = plain('shop_till_open', '1 if cards can be charged, 0 while the database disk is full')
  const setUp = plain('shop_backup_set_up', '1 if backups are set up, else 0')
  const age = plain('shop_backup_age_seconds', 'Age of the newest backup; infinite if there is none')
  let freshUntil = -Infinity
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const [depths, { isTillOpen, backup }] = await Promise.all([readQueues(), readState()])
      for (const { queue, due: count, oldestDueSeconds, dead: given } of depths) {
        due.set({ queue }, count)
        oldest.set({ queue }, oldestDueSeconds)
        dead.set({ queue }, given)
      }
      known.set(1)
      till.set(isTillOpen ? 1 : 0)
      setUp.set(backup.isSetUp ? 1 : 0)
      age.set(backup.newestAt ? (now() - backup.newestAt.getTime()) / 1000 : Infinity)
      freshUntil = now() + FRESH_MS
    } catch (error) {
      log.warn({ err: error }, 'failed to read queue depths')
      forget()
    }
  }

  function forget(): void {
    for (const each of [due, oldest, dead]) each.reset()
    // Without labels, a reset would report 0.
    for (const each of [till, setUp, age]) each.remove()
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
