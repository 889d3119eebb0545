import { expect, test } from 'vitest'
import { type RatingSummary, summarize } from '#domain/reviews/review.ts'
import { createReviewStreams } from './review-streams.ts'

const log = { error: () => {} }
const none = summarize({ 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 })
const one = summarize({ 5: 1, 4: 0, 3: 0, 2: 0, 1: 0 })

function reader(stream: ReadableStream<Uint8Array> | undefined) {
  if (!stream) throw new Error('there is no stream')
  const source = stream.getReader()
  const decoder = new TextDecoder()
  return {
    async until(pattern: RegExp): Promise<string> {
      let text = ''
      while (!pattern.test(text)) {
        const { value, done } = await source.read()
        if (done) throw new Error(`ended after ${text}`)
        text += decoder.decode(value, { stream: true })
      }
      return text
    },
    read: () => source.read(),
    cancel: () => source.cancel(),
  }
}

function createStreams(options: Partial<Parameters<typeof createReviewStreams>[0]> = {}) {
  return createReviewStreams({ summaryOf: async () => none, log, ...options })
}

test('starts a stream with the current summary and sends every change', async () => {
  let summary: RatingSummary = none
  let queries = 0
  const streams = createStreams({
    summaryOf: async () => {
      queries += 1
      return summary
    },
  })
  const first = reader(streams.open('pure-bloom', 'a'))
  expect(await first.until(/data: .*\n\n/)).toMatch(/^retry: \d{4,5}\n\n/)
  const second = reader(streams.open('pure-bloom', 'b'))
  expect(await second.until(/data: .*\n\n/)).toContain('"count":0')
  expect(queries).toBe(1)

  summary = one
  streams.changed(['reviews:pure-bloom', 'reviews'])
  expect(await first.until(/data: .*\n\n/)).toContain('"count":1')
  expect(await second.until(/data: .*\n\n/)).toContain('"count":1')
  expect(queries).toBe(2)
  streams.changed(['reviews:first-light-serum'])
  expect(queries).toBe(2)
  streams.close()
})

test('sends the current state to every stream after a gap', async () => {
  let summary: RatingSummary = none
  const streams = createStreams({ summaryOf: async () => summary })
  const stream = reader(streams.open('pure-bloom', 'a'))
  await stream.until(/"count":0.*\n\n/)
  summary = one
  streams.changed(['everything'])
  expect(await stream.until(/data: .*\n\n/)).toContain('"count":1')
  streams.close()
})

test('allows six streams per address, and a closed one makes room', async () => {
  const streams = createStreams()
  const open = Array.from({ length: 6 }, () => streams.open('pure-bloom', 'a'))
  expect(streams.open('pure-bloom', 'a')).toBeUndefined()
  expect(streams.open('pure-bloom', 'b')).toBeDefined()
  await open[0]?.cancel()
  expect(streams.open('pure-bloom', 'a')).toBeDefined()
  streams.close()
  expect(streams.count()).toBe(0)
})

test('refuses stream number 10,001', () => {
  const streams = createStreams()
  for (let index = 0; index < 10_000; index += 1) streams.open('pure-bloom', `address ${index}`)
  expect(streams.count()).toBe(10_000)
  expect(streams.open('pure-bloom', 'one more')).toBeUndefined()
  streams.close()
})

test('sends a heartbeat on a quiet stream', async () => {
  const streams = createStreams({ heartbeatMs: 5 })
  const stream = reader(streams.open('pure-bloom', 'a'))
  expect(await stream.until(/event: beat\n/)).toContain('event: beat')
  streams.close()
})

test('drops a client that does not read', async () => {
  let turn = 0
  const streams = createStreams({ summaryOf: async () => ({ ...none, average: (turn += 1) }) })
  const stream = streams.open('pure-bloom', 'a')
  for (let change = 0; change < 2000 && streams.count() > 0; change += 1) {
    streams.changed(['reviews:pure-bloom'])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(streams.count()).toBe(0)
  await stream?.cancel()
})

test('ends open streams on close', async () => {
  const streams = createStreams()
  const stream = reader(streams.open('pure-bloom', 'a'))
  await stream.until(/data: /)
  streams.close()
  expect((await stream.read()).done).toBe(true)
})
