import { afterEach, expect, test } from 'vitest'
import { createDeskStreams, type DeskStreams } from './desk-streams.ts'

let streams: DeskStreams

afterEach(() => streams.close())

function reader(stream: ReadableStream<Uint8Array> | undefined) {
  const source = stream?.getReader()
  return async () => {
    const bytes = (await source?.read())?.value
    return bytes && new TextDecoder().decode(bytes)
  }
}

test('an open desk hears what changed, once for many changes', async () => {
  streams = createDeskStreams({ gatherMs: 5 })
  const next = reader(streams.open())
  expect(await next()).toMatch(/^retry: \d+\n\n$/)
  streams.changed('reviews')
  streams.changed('orders')
  streams.changed('reviews')
  expect(await next()).toBe('event: changed\ndata: reviews,orders\n\n')
})

test('a sign of life comes while nothing happens', async () => {
  streams = createDeskStreams({ heartbeatMs: 5 })
  const next = reader(streams.open())
  await next()
  expect(await next()).toBe('event: beat\ndata:\n\n')
})

test('closing ends every stream, and none opens afterwards', async () => {
  streams = createDeskStreams()
  const next = reader(streams.open())
  await next()
  streams.close()
  expect(await next()).toBeUndefined()
  expect(streams.open()).toBeUndefined()
})
