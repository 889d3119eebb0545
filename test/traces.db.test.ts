import { expect, test } from 'vitest'
import { startCollector } from './collector.ts'
import { eventually } from './eventually.ts'
import { openPayingShop } from './paying-shop.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'

type SentSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: unknown[] }

const database = useTestDatabase()

test.runIf(isPostgres)('follows an order from the page through queries and the charge to its email', async () => {
  const collector = await startCollector()
  const shop = await openPayingShop(database.current, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://${collector.host}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret',
  })
  const spans = () =>
    collector.received.flatMap(({ body }) => {
      const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
      return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans))
    })
  const named = (name: string) => spans().filter((span) => span.name === name)
  try {
    await shop.startWorkers()
    expect((await shop.pay()).body.success).toBe(true)
    await eventually(() => named('mail send').length > 0, 60_000)
    await eventually(() => named('POST /functions/v1/process-square-payment').length > 0, 60_000)
    const [charge] = named('square charge')
    const trace = spans().filter(({ traceId }) => traceId === charge?.traceId)
    const names = new Set(trace.map(({ name }) => name))
    expect([...names]).toEqual(
      expect.arrayContaining([
        'POST /functions/v1/process-square-payment',
        'sql',
        'square charge',
        'mail',
        'mail send',
      ]),
    )
    // One root; every other span has a parent in the same trace.
    const ids = new Set(trace.map(({ spanId }) => spanId))
    expect(trace.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1)
    expect(trace.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId))).toEqual([])
    expect(collector.received[0]).toMatchObject({ path: '/v1/traces', headers: { 'api-key': 'a secret' } })
    expect(collector.received.map(({ body }) => body).join('')).not.toMatch(/[\w.]+@example\.com|cnon:/)
  } finally {
    await shop.end()
    await collector.close()
  }
})

test.runIf(isPostgres)('stores no trace, and tolerates a collector that is down or not set', async () => {
  const shop = await openPayingShop(database.current, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  expect((await shop.pay()).body.success).toBe(true)
  await shop.end()
  const plain = await openPayingShop(database.current)
  await plain.rows('delete from outbox')
  expect((await plain.pay()).body.success).toBe(true)
  expect(await plain.rows('select distinct traceparent from outbox')).toEqual([{ traceparent: null }])
  await plain.end()
})
