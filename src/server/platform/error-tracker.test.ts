import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCollector } from '#test/collector.ts'
import { eventually } from '#test/eventually.ts'
import { createErrorTracker } from './error-tracker.ts'
import { createLog } from './log.ts'
import { scope } from './scope.ts'

test('reports each error of the log once a minute, redacted, with its request', async () => {
  const collector = await startCollector()
  const clock = { now: 0 }
  const report = createErrorTracker(
    { dsn: `http://publickey@${collector.host}/below/42`, environment: 'production' },
    () => clock.now,
  )
  const log = createLog('info', { write: () => {} }, report)
  const fail = (text: string) => log.error({ err: new TypeError(text, { cause: new Error('the cause') }) }, 'failed')
  log.info('fine')
  log.warn({ err: new Error('tried again') }, 'work failed')
  scope.run({ requestId: 'request-1' }, () => fail('cannot write to ana@example.com'))
  fail('cannot write to ana@example.com')
  fail('another')
  const count = (text: string) => collector.received.filter(({ body }) => body.includes(text)).length
  await eventually(() => count('another') === 1 && count('cannot write') > 0)
  // A repeat would have been sent before the other error.
  await pause(300)
  expect(collector.received).toHaveLength(2)
  clock.now = 60_000
  fail('cannot write to ana@example.com')
  await eventually(() => count('cannot write') === 2)

  const first = collector.received.find(({ body }) => body.includes('request-1'))
  expect(first).toMatchObject({
    path: '/below/api/42/envelope/',
    headers: { 'x-sentry-auth': expect.stringContaining('sentry_key=publickey') },
  })
  const [head, item, event] = (first?.body ?? '').split('\n').map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(item).toEqual({ type: 'event' })
  expect(event).toMatchObject({
    event_id: head?.event_id,
    environment: 'production',
    logentry: { formatted: 'failed' },
    tags: { requestId: 'request-1' },
    exception: {
      values: [
        { type: 'Error', value: 'the cause' },
        { type: 'TypeError', value: 'cannot write to …@…', stacktrace: { frames: expect.any(Array) } },
      ],
    },
  })
  expect(JSON.stringify(event)).toContain('error-tracker.test.ts')
  expect(first?.body).not.toContain('ana')
  await collector.close()
})

test('sends at most thirty different errors a minute', async () => {
  const collector = await startCollector()
  const report = createErrorTracker({ dsn: `http://k@${collector.host}/1`, environment: 'test' }, () => 0)
  const log = createLog('info', { write: () => {} }, report)
  for (let count = 0; count < 50; count += 1) log.error({ err: new Error(`failure ${count}`) }, 'failed')
  await eventually(() => collector.received.length === 30)
  expect(collector.received).toHaveLength(30)
  await collector.close()
})
