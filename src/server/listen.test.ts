import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Listening, listen, type ListenLimits, type ListenOptions } from './listen.ts'

/** More than the socket buffers hold for a client that reads nothing. */
const LARGE = new Uint8Array(64 * 1024 * 1024)

let server: Listening | undefined
const sockets: net.Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close(0)
})

async function start(
  fetch: ListenOptions['fetch'],
  limits: Partial<ListenLimits> = {},
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

test('ends the body of a response whose client left before there was one', async () => {
  let [begun, ended] = [0, 0]
  const body = () => new ReadableStream({ start: () => void (begun += 1), cancel: () => void (ended += 1) })
  await start(async () => {
    await pause(20)
    return new Response(body())
  })
  for (const ms of Array.from({ length: 40 }).keys()) {
    const socket = connect(GET)
    await once(socket, 'connect')
    await pause(ms)
    socket.resetAndDestroy()
  }
  await expect.poll(() => [begun > 0, begun - ended]).toEqual([true, 0])
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

function get(path: string, client: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Client: ${client}\r\n\r\n`
}

/** As many requests as a connection may have under way. */
const AT_ONCE = 2

/** Sends many requests at once. */
function crowd(client: string, count: number): net.Socket[] {
  return Array.from({ length: count / AT_ONCE }, () => connect(get('/waits', client).repeat(AT_ONCE)))
}

/** Keeps the event loop busy, as rendering does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Answers each request after a while of work. */
async function startSlow(limits: Partial<ListenLimits> = {}, answerFirst?: ListenOptions['answerFirst']) {
  const started: string[] = []
  const { promise: wasStarted, resolve: firstStarted } = Promise.withResolvers<void>()
  const work = (request: Request) => {
    started.push(request.headers.get('x-client') ?? '')
    firstStarted()
    block(2)
    return new Response('slow')
  }
  await start(work, limits, answerFirst)
  return { started, wasStarted }
}

function getAs(client: string, path = '/waits'): Promise<Response> {
  return fetch(`http://127.0.0.1:${server?.port}${path}`, { headers: { 'x-client': client } })
}

test('answers a request from memory while many others wait', async () => {
  const { started, wasStarted } = await startSlow({}, ({ url }, response) => {
    if (url !== '/memory') return false
    response.end(String(started.length))
    return true
  })
  crowd('crowd', 300)
  await wasStarted
  const answer = await getAs('crowd', '/memory')
  expect(Number(await answer.text())).toBeLessThan(200)
  expect(started.length).toBeLessThan(300)
})

test('refuses a client’s requests beyond its limit, and serves others', async () => {
  const { wasStarted } = await startSlow({ maxPerClient: 20 })
  let answers = ''
  for (const socket of crowd('crowd', 100)) socket.on('data', (chunk) => (answers += chunk))
  await wasStarted
  expect((await getAs('other')).status).toBe(200)
  await expect.poll(() => answers).toMatch(/HTTP\/1.1 503 /)
  expect(answers).toMatch(/retry-after: 5/i)
  expect(answers).toMatch(/x-frame-options: DENY/i)
})

test('serves a newcomer soon while a crowd fills the queue again and again', async () => {
  let arrivedAt = 0
  const { started } = await startSlow({ maxWaiting: 10, maxPerClient: 5 }, ({ url, headers }, response) => {
    if (headers['x-client'] === 'late') arrivedAt = started.length
    if (url !== '/memory') return false
    response.end('ready')
    return true
  })
  const open = async (client: string) => {
    const socket = connect(get('/memory', client))
    await once(socket, 'data')
    return { socket, request: get('/waits', client) }
  }
  const late = await open('late')
  for (let round = 0; round < 5; round += 1) {
    const flood = await Promise.all(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e'].map(open))
    let refused = 0
    for (const { socket, request } of flood) {
      socket.on('data', (chunk: Buffer) => (refused += chunk.includes('HTTP/1.1 503') ? 1 : 0))
      socket.write(request.repeat(AT_ONCE))
    }
    late.socket.write(late.request)
    const [answer] = (await once(late.socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /)
    expect(started.lastIndexOf('late') - arrivedAt).toBeLessThanOrEqual(6)
    await expect.poll(() => refused).toBeGreaterThan(0)
    for (const { socket } of flood) socket.destroy()
  }
})

test('starts nothing for a client that has disconnected', async () => {
  const { started, wasStarted } = await startSlow()
  const gone = crowd('crowd', 400)
  await wasStarted
  for (const socket of gone) socket.destroy()
  await Promise.all(gone.map(closed))
  // Turns are taken in order, so this one is last.
  await getAs('crowd')
  expect(started.length).toBeLessThan(300)
})

test('cuts off connections that pipeline requests without reading', async () => {
  let handled = 0
  await start(
    () => new Response('unused'),
    {},
    (_request, response) => {
      handled += 1
      response.end('from memory')
      return true
    },
  )
  await Promise.all([1, 2, 3].map(() => closed(connect(get('/memory', 'client').repeat(2000)).resume())))
  expect(handled).toBe(3 * AT_ONCE)
})

test('serves any number of requests over a connection, one after the other', async () => {
  await start(() => new Response('fine'))
  const socket = connect('')
  for (let n = 0; n < 50; n += 1) {
    socket.write(GET)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(/^HTTP\/1.1 200 [\s\S]*fine/)
  }
})

test('makes room for a new connection when too many are idle', async () => {
  await start(() => new Response('fine'), { maxConnections: 10 })
  const idle = Array.from({ length: 10 }, () => connect(GET))
  await Promise.all(idle.map((socket) => once(socket, 'data')))
  const closedOnes = idle.map((socket) => closed(socket).then(() => socket))
  expect((await getAs('newcomer')).status).toBe(200)
  expect(idle).toContain(await Promise.race(closedOnes))
  expect(idle.filter((socket) => !socket.destroyed)).toHaveLength(9)
})

const BODY = '0123456789'

/** A request whose body is on its way. */
function post(client: string, sent = ''): string {
  return `POST /slow HTTP/1.1\r\nHost: localhost\r\nX-Client: ${client}\r\nContent-Length: ${BODY.length}\r\n\r\n${sent}`
}

/** Reads each body before it answers. */
async function startReading(limits: Partial<ListenLimits>) {
  const reading: string[] = []
  await start(async (request) => {
    if (request.method === 'POST') reading.push(request.headers.get('x-client') ?? '')
    return new Response(await request.text().catch(() => 'never arrived'))
  }, limits)
  return reading
}

const isOpen = (socket: net.Socket) => !socket.destroyed

test('always has a connection for another visitor, however many one client holds', async () => {
  const reading = await startReading({ maxConnections: 10 })
  const buyer = connect(post('buyer', BODY.slice(0, 5)))
  await expect.poll(() => reading).toEqual(['buyer'])
  const slow: net.Socket[] = []
  for (let n = 1; n <= 20; n += 1) {
    slow.push(connect(post('slow')))
    await expect.poll(() => reading.length).toBe(n + 1)
  }
  await expect.poll(() => slow.filter(isOpen).length).toBe(9)
  for (const visitor of ['first', 'second', 'third']) expect((await getAs(visitor)).status).toBe(200)
  buyer.write(BODY.slice(5))
  expect(String(await once(buyer, 'data'))).toContain(BODY)
})

test('limits the bodies that have not arrived, and cuts off the client that sends the most', async () => {
  const reading = await startReading({ maxBodies: 4 })
  const buyer = connect(post('buyer', BODY.slice(0, 5)))
  await expect.poll(() => reading).toEqual(['buyer'])
  const slow = Array.from({ length: 10 }, () => connect(post('slow')))
  await expect.poll(() => slow.filter(isOpen).length).toBe(3)
  for (const socket of slow.filter(isOpen)) {
    socket.write(BODY)
    expect(String(await once(socket, 'data'))).toContain(BODY)
  }
  const more = Array.from({ length: 3 }, () => connect(post('slow')))
  await expect.poll(() => reading.length).toBeGreaterThanOrEqual(7)
  buyer.write(BODY.slice(5))
  expect(String(await once(buyer, 'data'))).toContain(BODY)
  expect(more.every(isOpen)).toBe(true)
})

test('does not keep the body of a GET while its response is delayed', async () => {
  const { promise: isComplete, resolve: complete } = Promise.withResolvers<boolean>()
  await start(
    () => new Response('unused'),
    {},
    (request) => {
      request.once('end', () => complete(request.complete))
      return true
    },
  )
  const body = 'x'.repeat(1024 * 1024)
  connect(`GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  expect(await isComplete).toBe(true)
})

const HOUR_MS = 3_600_000

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: localhost\r\n', { headersMs: 100, requestMs: HOUR_MS }],
  ['a body', post('slow', BODY.slice(0, 5)), { headersMs: 100, requestMs: 200 }],
])('answers 408 when %s took too long', async (_what, text, limits) => {
  await startReading(limits)
  const answer = await answerTo(text)
  expect(answer).toMatch(/^HTTP\/1.1 408 /)
  expect(answer).toMatch(/x-frame-options: DENY/i)
})

test('adds no refusal to a response that has begun', async () => {
  await start(
    () => new Response('unused'),
    {},
    (_request, response) => {
      response.writeHead(200, { 'content-length': 1000 })
      response.write('begun')
      return true
    },
  )
  const socket = connect(GET)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  await expect.poll(() => answer).toContain('begun')
  socket.write('no HTTP\r\n\r\n')
  await closed(socket)
  expect(answer).toMatch(/begun$/)
})

test('closes the connection of a stream that ends just as the server closes', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  await start(() => new Response(new ReadableStream<Uint8Array>({ start: begin })))
  const socket = connect(GET)
  const stream = await begun
  stream.enqueue(new TextEncoder().encode('begun'))
  await once(socket, 'data')
  const closing = performance.now()
  stream.close()
  await server?.close(60_000)
  // Node keeps an idle connection open for 30 seconds.
  expect(performance.now() - closing).toBeLessThan(20_000)
})

test('ends connections that are kept open, each with its response, while it closes', async () => {
  const streams: ReadableStreamDefaultController<string>[] = []
  const held: ((response: Response) => void)[] = []
  await start(({ url }) => {
    if (url.endsWith('/held')) return new Promise((resolve) => void held.push(resolve))
    if (!url.endsWith('/stream')) return new Response('served while closing')
    const begun = new ReadableStream<string>({ start: (controller) => void streams.push(controller) })
    return new Response(begun.pipeThrough(new TextEncoderStream()))
  })
  const waiting = connect(GET.replace('/', '/held'))
  const streaming = connect(GET.replace('/', '/stream'))
  const received = new Map([waiting, streaming].map((socket) => [socket, '']))
  for (const socket of received.keys())
    socket.on('data', (chunk) => received.set(socket, `${received.get(socket)}${chunk.toString()}`))
  await expect.poll(() => [held.length, streams.length]).toEqual([1, 1])
  streams[0]?.enqueue('begun')
  await expect.poll(() => received.get(streaming)).toContain('begun')

  const closing = server?.close(60_000)
  held[0]?.(new Response('held'))
  streams[0]?.close()
  await closed(waiting)
  expect(received.get(waiting)?.toLowerCase()).toContain('connection: close')
  // Its headers were sent before, so only the next response can say it.
  streaming.write(GET)
  await closed(streaming)
  expect(received.get(streaming)).toContain('served while closing')
  await closing
})
