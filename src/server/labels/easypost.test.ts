import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createEasyPost } from './easypost.ts'

let status = ''
const server = createServer((_request, response) =>
  response.end(JSON.stringify({ id: 'shp_1', tracker: { status, updated_at: '2026-11-16T17:00:00Z' } })),
).listen(0, '127.0.0.1')
afterEach(() => server.close())

test('reports the statuses it knows, and none that is named like a member of every object', async () => {
  const { port } = server.address() as AddressInfo
  const carrier = createEasyPost({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'EZTK' })
  status = 'delivered'
  expect((await carrier.find('shp_1')).report).toEqual({
    progress: 'delivered',
    note: null,
    at: new Date('2026-11-16T17:00:00Z'),
  })
  for (status of ['constructor', '__proto__', 'toString', 'a new status'])
    expect((await carrier.find('shp_1')).report, status).toBeUndefined()
})
