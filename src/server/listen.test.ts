import net from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listen, type ListenOptions, type ReadLimits } from './listen.ts'

/** More than the socket buffers hold for a client that reads nothing. */
const LARGE = new Uint8Array(64 * 1024 * 1024)

let server: Listening | undefined
const sockets: net.Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close(0)
})

async function start(
  fetch: () => Response,
  limits: Partial<ReadLimits> = {},
  answerFirst: ListenOptions['answerFirst'] = () => false,
) {
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    fetch,
    answerFirst,
    clientOf: ({ headers }) => headers['x-client']?.toString() ?? 'client',
    refusalHeaders: { 'x-frame-options': 'DENY', 'cache-control': 'no-store' },
    limits,
  })
}

function connect(text: string): net.Socket {
  const socket = net.connect(server?.port ?? 0, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(text)
  return socket
}

function closed(socket: net.Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

/** Everything the server sends until it closes. */
async function answerTo(text: string): Promise<string> {
  const socket = connect(text)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  await closed(socket)
  return answer
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

test('cuts off a client that does not read its response', async () => {
  const { promise: isCut, resolve: cut } = Promise.withResolvers<boolean>()
  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
      cancel: () => cut(true),
    })
  await start(() => new Response(endless()), { stalledMs: 200 })
  connect(GET).pause()
  expect(await isCut).toBe(true)
})

test('cuts off a client that reads too slowly', async () => {
  const { promise: isClosed, resolve: close } = Promise.withResolvers<boolean>()
  await start(
    () => new Response('unused'),
    { answerMs: 500 },
    (_request, response) => {
      response.once('close', () => close(response.writableFinished))
      response.end(LARGE)
      return true
    },
  )
  const socket = connect(GET)
  socket.on('readable', () => {})
  const sip = setInterval(() => socket.read(1024), 20)
  expect(await isClosed).toBe(false)
  clearInterval(sip)
})

test('lets a stream outlive the response limit', async () => {
  const { promise: isLate, resolve: late } = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('data: first\n\n'))
      setTimeout(() => {
        controller.enqueue(new TextEncoder().encode('data: late\n\n'))
        late()
      }, 600)
    },
  })
  await start(() => new Response(body, { headers: { 'content-type': 'text/event-stream' } }), { answerMs: 100 })
  const socket = connect(GET)
  let answer = ''
  const { promise, resolve } = Promise.withResolvers<void>()
  socket.on('data', (chunk) => {
    answer += chunk
    if (answer.includes('data: late')) resolve()
  })
  socket.once('close', () => resolve())
  await isLate
  await promise
  expect(answer).toContain('data: late')
})

test.each([
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: x\r\n\r\n', 417],
  ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['invalid HTTP', 'hello\r\n\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n', 400],
  ['two content lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['HTTP 1.0 without a host', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['oversized headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an unsupported method', 'DELETE / HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
])('refuses %s with the headers of every response', async (_what, text, status) => {
  await start(() => new Response('fine'))
  const answer = await answerTo(text)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(answer).toMatch(/x-frame-options: DENY/i)
  expect(answer).toMatch(/cache-control: no-store/i)
})

const PIPELINED = (count: number, client: string, path = '/waits') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Client: ${client}\r\n\r\n`.repeat(count)

/** Keeps the event loop busy, as rendering does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('answers a request from memory while many others wait', async () => {
  let started = 0
  const { promise: wasStarted, resolve: firstStarted } = Promise.withResolvers<void>()
  await start(
    () => {
      started += 1
      firstStarted()
      block(2)
      return new Response('slow')
    },
    {},
    ({ url }, response) => {
      if (url !== '/memory') return false
      response.end(String(started))
      return true
    },
  )
  connect(PIPELINED(500, 'crowd'))
  await wasStarted
  const answer = await fetch(`http://127.0.0.1:${server?.port}/memory`)
  expect(Number(await answer.text())).toBeLessThan(400)
  expect(started).toBeLessThan(500)
})

test('refuses a client’s requests beyond its limit, and serves others', async () => {
  await start(() => new Response('fine'))
  const crowd = connect(PIPELINED(2000, 'crowd'))
  let answer = ''
  crowd.on('data', (chunk) => (answer += chunk))
  await closed(crowd)
  expect(answer).toMatch(/HTTP\/1.1 503 /)
  expect(answer).toMatch(/retry-after: 5/i)
  expect((await fetch(`http://127.0.0.1:${server?.port}/`)).status).toBe(200)
})

test('starts nothing for a client that has disconnected', async () => {
  let started = 0
  const { promise: wasStarted, resolve: firstStarted } = Promise.withResolvers<void>()
  await start(() => {
    started += 1
    firstStarted()
    block(2)
    return new Response('slow')
  })
  const crowd = connect(PIPELINED(800, 'crowd'))
  await wasStarted
  crowd.destroy()
  await closed(crowd)
  // Turns are taken in order, so this one is last.
  await fetch(`http://127.0.0.1:${server?.port}/`, { headers: { 'x-client': 'crowd' } })
  expect(started).toBeLessThan(700)
})
