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

test('notifies an open desk once about many changes', async () => {
  streams = createDeskStreams({ gatherMs: 5 })
  const next = reader(streams.open(streams.position()))
  expect(await next()).toMatch(/^retry: \d+\n\n$/)
  streams.changed('reviews')
  streams.changed('orders')
  streams.changed('reviews')
  expect(await next()).toBe('event: changed\ndata: reviews,orders\n\n')
})

test('notifies a desk on connect if something changed since it was rendered', async () => {
  streams = createDeskStreams()
  const renderedAt = streams.position()
  streams.changed('orders')
  const next = reader(streams.open(renderedAt))
  expect(await next()).toMatch(/^retry: \d+\n\nevent: changed\ndata: all\n\n$/)
})

test('ignores positions counted by another process', async () => {
  streams = createDeskStreams()
  const other = createDeskStreams()
  const next = reader(streams.open(other.position()))
  expect(await next()).toContain('data: all')
  other.close()
})

test('sends a heartbeat while idle', async () => {
  streams = createDeskStreams({ heartbeatMs: 5 })
  const next = reader(streams.open(streams.position()))
  await next()
  expect(await next()).toBe('event: beat\ndata:\n\n')
})

test('ends every stream on close, and opens none afterwards', async () => {
  streams = createDeskStreams()
  const next = reader(streams.open(streams.position()))
  await next()
  streams.close()
  expect(await next()).toBeUndefined()
  expect(streams.open(streams.position())).toBeUndefined()
})
