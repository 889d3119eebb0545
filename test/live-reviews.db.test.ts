import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const PATH = '/api/products/pure-bloom/reviews/live'
const database = useTestDatabase()
let other: Database
let shops: Awaited<ReturnType<typeof createTestShop>>[] = []

beforeAll(async () => {
  other = await database.openAnother()
  shops = [await createTestShop(database.current), await createTestShop(other)]
})

afterAll(async () => {
  if (isPostgres) await other.close()
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function publish(title: string): Promise<unknown> {
  return sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
    values ('pure-bloom', 1, '${title}', 'Text', 'Dana Whitfield', 'website_form', true)`)
}

async function listen(shop: (typeof shops)[number] | undefined, address: string) {
  const response = await shop?.app.request(PATH, {}, { incoming: { socket: { remoteAddress: address } } })
  const source = response?.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    response,
    cancel: async () => source?.cancel(),
    async count(): Promise<number> {
      for (let text = ''; ;) {
        const read = await source?.read()
        if (!read || read.done) throw new Error('the stream has ended')
        text += read.value
        const found = /data: \{.*"count":(\d+).*\}\n\n/.exec(text)
        if (found) return Number(found[1])
      }
    },
  }
}

test('pushes a summary changed by plain SQL to the open pages of every process', async () => {
  const streams = await Promise.all(shops.map((shop) => listen(shop, '192.0.2.1')))
  expect(streams[0]?.response?.headers.get('content-type')).toBe('text/event-stream')
  const before = await Promise.all(streams.map((stream) => stream.count()))
  await publish('Live')
  const after = await Promise.all(streams.map((stream) => stream.count()))
  expect(after).toEqual(before.map((count) => count + 1))
  await Promise.all(streams.map((stream) => stream.cancel()))
})

test('refuses the seventh stream of an address with 503 and Retry-After, and still serves pages', async () => {
  const open = []
  for (let turn = 0; turn < 6; turn += 1) open.push(await listen(shops[0], '192.0.2.9'))
  const { response } = await listen(shops[0], '192.0.2.9')
  expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '30'])
  expect((await shops[0]?.app.request('/products/pure-bloom'))?.status).toBe(200)
  await Promise.all(open.map((stream) => stream.cancel()))
  expect((await listen(shops[0], '192.0.2.9')).response?.status).toBe(200)
})

test('refuses the 97th stream of an IPv6 /48, and opens one for another network', async () => {
  const open = []
  for (let subnet = 0; subnet < 96; subnet += 1)
    open.push(await listen(shops[0], `2001:db8:7:${subnet.toString(16)}::1`))
  expect(new Set(open.map(({ response }) => response?.status))).toEqual(new Set([200]))
  expect((await listen(shops[0], '2001:db8:7:ffff::1')).response?.status).toBe(503)
  const elsewhere = await listen(shops[0], '2001:db8:8::1')
  expect(elsewhere.response?.status).toBe(200)
  await Promise.all([...open, elsewhere].map((stream) => stream.cancel()))
})

test('has no stream for an unknown product', async () => {
  expect((await shops[0]?.app.request('/api/products/unknown/reviews/live'))?.status).toBe(404)
})

test('opens no stream for a HEAD request, whose connection would never be closed', async () => {
  for (let turn = 0; turn < 7; turn += 1) {
    const response = await shops[0]?.app.request(
      PATH,
      { method: 'HEAD' },
      { incoming: { socket: { remoteAddress: '192.0.2.77' } } },
    )
    expect([response?.status, response?.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  }
  const stream = await listen(shops[0], '192.0.2.77')
  expect(stream.response?.status).toBe(200)
  await stream.cancel()
})
