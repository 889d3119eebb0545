import { expect, test } from 'vitest'
import { type RatingSummary, summarize } from '#domain/reviews/review.ts'
import { unitsOf } from '#server/platform/http/sender-address.ts'
import { createReviewStreams } from './review-streams.ts'

const log = { error: () => {} }
const A = unitsOf('192.0.2.1')
const B = unitsOf('192.0.2.2')
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
  const first = reader(streams.open('pure-bloom', A))
  expect(await first.until(/data: .*\n\n/)).toMatch(/^retry: \d{4,5}\n\n/)
  const second = reader(streams.open('pure-bloom', B))
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
  const stream = reader(streams.open('pure-bloom', A))
  await stream.until(/"count":0.*\n\n/)
  summary = one
  streams.changed(['everything'])
  expect(await stream.until(/data: .*\n\n/)).toContain('"count":1')
  streams.close()
})

test('allows six streams per address, and a closed one makes room', async () => {
  const streams = createStreams()
  const open = Array.from({ length: 6 }, () => streams.open('pure-bloom', A))
  expect(streams.open('pure-bloom', A)).toBeUndefined()
  expect(streams.open('pure-bloom', B)).toBeDefined()
  await open[0]?.cancel()
  expect(streams.open('pure-bloom', A)).toBeDefined()
  streams.close()
  expect(streams.count()).toBe(0)
})

test('allows an IPv6 /48 sixteen times as many as an address, and leaves room for others', async () => {
  const streams = createStreams()
  const inNetwork = (index: number) => unitsOf(`2001:db8:7:${index.toString(16)}::1`)
  const open = Array.from({ length: 96 }, (_, index) => streams.open('pure-bloom', inNetwork(index)))
  expect(open).not.toContain(undefined)
  expect(streams.open('pure-bloom', inNetwork(96))).toBeUndefined()
  expect(streams.open('pure-bloom', unitsOf('2001:db8:8::1'))).toBeDefined()
  await open[0]?.cancel()
  expect(streams.open('pure-bloom', inNetwork(96))).toBeDefined()
  streams.close()
})

test('does not count the addresses of an IPv4 /24 together', () => {
  const streams = createStreams()
  const open = Array.from({ length: 200 }, (_, index) => streams.open('pure-bloom', unitsOf(`192.0.2.${index}`)))
  expect(open).not.toContain(undefined)
  streams.close()
})

test('reads a summary once for viewers who come one after another, until it changes', async () => {
  let summary: RatingSummary = none
  let queries = 0
  const streams = createStreams({
    summaryOf: async () => {
      queries += 1
      return summary
    },
  })
  const look = async () => {
    const stream = reader(streams.open('pure-bloom', A))
    const text = await stream.until(/data: .*\n\n/)
    await stream.cancel()
    return text
  }
  for (let turn = 0; turn < 3; turn += 1) expect(await look()).toContain('"count":0')
  expect(queries).toBe(1)
  summary = one
  streams.changed(['reviews:pure-bloom'])
  expect(queries).toBe(1)
  for (let turn = 0; turn < 3; turn += 1) expect(await look()).toContain('"count":1')
  expect(queries).toBe(2)
  streams.close()
})

test('reads a summary again that changed while no one was left to read it', async () => {
  const held = [Promise.withResolvers<RatingSummary>(), Promise.withResolvers<RatingSummary>()]
  let queries = 0
  const streams = createStreams({ summaryOf: () => held[queries++]?.promise ?? Promise.resolve(none) })
  await streams.open('pure-bloom', A)?.cancel()
  streams.changed(['reviews:pure-bloom'])
  held[0]?.resolve(none)
  held[1]?.resolve(one)
  const stream = reader(streams.open('pure-bloom', A))
  expect(await stream.until(/"count":1.*\n\n/)).toBeDefined()
  streams.close()
})

test('reads a summary again after it could not be read', async () => {
  let summary: RatingSummary | undefined = none
  const streams = createStreams({ summaryOf: async () => summary ?? Promise.reject(new Error('down')) })
  const stream = reader(streams.open('pure-bloom', A))
  await stream.until(/"count":0.*\n\n/)
  summary = undefined
  streams.changed(['reviews:pure-bloom'])
  expect((await stream.read()).done).toBe(true)
  summary = one
  expect(await reader(streams.open('pure-bloom', A)).until(/data: .*\n\n/)).toContain('"count":1')
  streams.close()
})

test('refuses stream number 10,001', () => {
  const streams = createStreams()
  for (let index = 0; index < 10_000; index += 1)
    streams.open('pure-bloom', unitsOf(`10.0.${index >> 8}.${index & 255}`))
  expect(streams.count()).toBe(10_000)
  expect(streams.open('pure-bloom', A)).toBeUndefined()
  streams.close()
})

test('sends a heartbeat on a quiet stream', async () => {
  const streams = createStreams({ heartbeatMs: 5 })
  const stream = reader(streams.open('pure-bloom', A))
  expect(await stream.until(/event: beat\n/)).toContain('event: beat')
  streams.close()
})

test('drops a client that does not read', async () => {
  let turn = 0
  const streams = createStreams({ summaryOf: async () => ({ ...none, average: (turn += 1) }) })
  const stream = streams.open('pure-bloom', A)
  for (let change = 0; change < 2000 && streams.count() > 0; change += 1) {
    streams.changed(['reviews:pure-bloom'])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(streams.count()).toBe(0)
  await stream?.cancel()
})

test('ends open streams on close', async () => {
  const streams = createStreams()
  const stream = reader(streams.open('pure-bloom', A))
  await stream.until(/data: /)
  streams.close()
  expect((await stream.read()).done).toBe(true)
})
