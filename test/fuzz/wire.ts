import net from 'node:net'
import type { Random } from '../chaos/random.ts'
import { type FuzzRequest, HOST } from './draft.ts'
import type { Answer } from './send.ts'

/** A safety limit, reached only if the server hangs. */
const PATIENCE_S = 20

/** The request as bytes on a connection that closes after it. */
export function toBytes({ method, target, headers, body }: FuzzRequest): Buffer {
  const given = new Set(headers.map(([name]) => name))
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(given.has('host') ? [] : [`host: ${HOST}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !given.has('content-length') ? [`content-length: ${body.byteLength}`] : []),
    'connection: close',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)])
}

type ByteMutation = (random: Random, bytes: Buffer) => Buffer

const text = (change: (whole: string, random: Random) => string): ByteMutation => {
  return (random, bytes) => Buffer.from(change(bytes.toString('latin1'), random), 'latin1')
}

/** What no client library would send. */
const BYTE_MUTATIONS: readonly ByteMutation[] = [
  (random, bytes) => bytes.subarray(0, random.below(bytes.length)),
  (random, bytes) => {
    const copy = Buffer.from(bytes)
    copy[random.below(copy.length)] = random.below(256)
    return copy
  },
  (_, bytes) => Buffer.concat([bytes, bytes]),
  (random) => Buffer.from(Array.from({ length: random.pick([1, 40, 3000]) }, () => random.below(256))),
  text((whole, random) =>
    whole.replace('HTTP/1.1', random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''])),
  ),
  text((whole) => whole.replaceAll('\r\n', '\n')),
  text((whole) => whole.replace('\r\n', '\r\nhost: fz.example\r\n')),
  text((whole) => whole.replace(/\r\nhost: [^\r]*/, '')),
  text((whole) => whole.replace('\r\n', '\r\ntransfer-encoding: chunked\r\n')),
  text((whole) => whole.replace('\r\n', '\r\ntransfer-encoding: chunked, identity\r\ncontent-length: 5\r\n')),
  text((whole) => whole.replace('\r\n', '\r\ncontent-length: 5\r\ncontent-length: 6\r\n')),
  text((whole, random) =>
    whole.replace(
      '\r\n',
      `\r\ncontent-length: ${random.pick(['-1', '+5', '0x5', '5 5', '99999999999999999999', ''])}\r\n`,
    ),
  ),
  text((whole) => whole.replace('\r\n', '\r\nno colon here\r\n')),
  text((whole) => whole.replace('\r\n', '\r\nx-a: b\r\n folded\r\n')),
  text((whole) => whole.replace('\r\n', '\r\nx-a: \0\r\n')),
  text((whole) => whole.replace('\r\n', '\r\n: empty\r\n')),
  text((whole) => whole.replace('\r\n', `\r\nx-a: ${'x'.repeat(20_000)}\r\n`)),
  text((whole) =>
    whole.replace('\r\n', `\r\n${Array.from({ length: 3000 }, (_, index) => `x${index}: y`).join('\r\n')}\r\n`),
  ),
  text((whole, random) =>
    whole.replace(
      / [^ ]* /,
      ` ${random.pick(['*', 'http://fz.example/', 'fz', '//', '/%zz', '/\0', `/${'x'.repeat(20_000)}`, ''])} `,
    ),
  ),
  text((whole) => whole.replace('\r\n', '\r\nupgrade: websocket\r\nconnection: upgrade\r\n')),
  text((whole) => whole.replace('\r\n', '\r\nexpect: 100-continue\r\n')),
  text(() => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  text(
    () =>
      'POST /functions/v1/quote-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ),
  text(
    () =>
      `POST /csp-report HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(17_000)}\r\n{\r\n0\r\n\r\n`,
  ),
]

export function mutateBytes(random: Random, bytes: Buffer): Buffer {
  return random.pick(BYTE_MUTATIONS)(random, bytes)
}

/** Sends it and half-closes; resolves with the response, and rejects if the server neither responds nor closes. */
export function sendRaw(port: number, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = net.connect({ host: '127.0.0.1', port })
    // Counts the seconds in which the event loop turned. A stalled machine doesn't prove that the server hangs.
    let seconds = 0
    const timer = setInterval(() => {
      seconds += 1
      if (seconds < PATIENCE_S) return
      clearInterval(timer)
      socket.destroy()
      reject(new Error('neither an answer nor an end'))
    }, 1000)
    function finish(): void {
      clearInterval(timer)
      resolve(Buffer.concat(chunks))
    }
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (chunks.length === 1 && chunk.includes('text/event-stream')) socket.destroy()
    })
    // Closing the connection in the middle of garbage is a valid response too.
    socket.on('error', () => socket.destroy())
    socket.on('close', finish)
    socket.end(bytes)
  })
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Undefined without a response. */
export function readAnswer(given: Buffer): Answer | undefined {
  const bytes = given.subarray(given.toString('latin1', 0, CONTINUE.length) === CONTINUE ? CONTINUE.length : 0)
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const headers = new Map(pairs)
  const isEncoded = headers.has('content-encoding') || /^(image|font)\//.test(headers.get('content-type') ?? '')
  const rest = bytes.subarray(end + 4)
  const body =
    headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest.subarray(0, lengthOf(headers, rest))
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN),
    headers,
    cookies: pairs.flatMap(([name, value]) => (name === 'set-cookie' ? [value] : [])),
    text: isEncoded ? '' : body.toString(),
    size: body.byteLength,
  }
}

/** What follows may be the response to a second request on the same connection. */
function lengthOf(headers: Map<string, string>, rest: Buffer): number {
  return Number(headers.get('content-length') ?? rest.byteLength)
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (end === -1 || !(size > 0)) break
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(chunks)
}
