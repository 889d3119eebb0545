import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { QueueDepth } from '#server/platform/worker/queue-depths.queries.ts'
import { createQueueMetrics, type ShopState } from './queue-metrics.ts'

const log = pino({ level: 'silent' })
const depths: QueueDepth[] = [{ queue: 'webhook_events', due: 12, oldestDueSeconds: 90, dead: 3 }]

const state: ShopState = { isTillOpen: true, backup: { isSetUp: true, newestAt: new Date(-5000) } }

function measure(readQueues: () => Promise<QueueDepth[]>) {
  const registry = new Registry()
  const clock = { now: 0 }
  const metrics = createQueueMetrics(registry, {
    readQueues,
    readState: () => Promise.resolve(state),
    log,
    now: () => clock.now,
  })
  const text = async () => {
    await metrics.refresh()
    return registry.metrics()
  }
  return { clock, text }
}

test('reports the depth, oldest work, and dead letters of each queue', async () => {
  const text = await measure(() => Promise.resolve(depths)).text()
  expect(text).toContain('shop_queue_due{queue="webhook_events"} 12')
  expect(text).toContain('shop_queue_oldest_due_seconds{queue="webhook_events"} 90')
  expect(text).toContain('shop_queue_dead{queue="webhook_events"} 3')
  expect(text).toContain('shop_queues_known 1')
  expect(text).toContain('shop_till_open 1')
  expect(text).toContain('shop_backup_set_up 1')
  expect(text).toContain('shop_backup_age_seconds 5')
})

test('queries the database once for several scrapes, and again after a few seconds', async () => {
  let asked = 0
  const { text, clock } = measure(() => {
    asked += 1
    return Promise.resolve(depths)
  })
  await Promise.all([text(), text(), text()])
  await text()
  expect(asked).toBe(1)
  clock.now = 5000
  await text()
  expect(asked).toBe(2)
})

test('responds without queue numbers while the database is down', async () => {
  let isAway = false
  const { text, clock } = measure(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(depths)))
  await text()
  isAway = true
  clock.now = 5000
  const away = await text()
  expect(away).toContain('shop_queues_known 0')
  expect(away).not.toContain('shop_queue_due{')
  expect(away).not.toMatch(/^shop_(till|backup)/m)
  isAway = false
  expect(await text()).toContain('shop_queue_due{queue="webhook_events"} 12')
})

test('does not delay a scrape when the database hangs', async () => {
  const never = new Promise<QueueDepth[]>(() => {})
  expect(await measure(() => never).text()).toContain('shop_queues_known 0')
})
