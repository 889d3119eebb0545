/** Passes requests to the routes, and simulates network and server faults. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { FAULT_HEADER } from './fault-header.ts'
import type { Faults, RequestFault } from './faults.ts'

type Fetch = (request: Request) => Response | Promise<Response>

const LARGEST_BODY = 1_000_000
const WEB_PAGE = '<!doctype html><title>Checking your browser</title><p>One moment please.</p>'

const PLAIN_ERRORS: Partial<Record<RequestFault, { status: number; category: string; code: string }>> = {
  '400': { status: 400, category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST' },
  '401': { status: 401, category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' },
  '409': { status: 409, category: 'INVALID_REQUEST_ERROR', code: 'CONFLICT' },
  '429': { status: 429, category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED' },
  '500-before': { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  '500-after': { status: 500, category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR' },
  '503': { status: 503, category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE' },
}

/** These affect the request itself, which is never processed. */
const BEFORE = new Set<RequestFault>(['hang', 'reset-before', '400', '401', '409', '429', '500-before', '503'])

export function createTransport(fetch: Fetch, faults: Faults) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    // Tests put a TLS front before the emulator; see test/look-like-square.ts.
    const protocol = incoming.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
    const url = new URL(incoming.url ?? '/', `${protocol}://${incoming.headers.host ?? 'localhost'}`)
    const method = incoming.method ?? 'GET'
    const body = await readBody(incoming)
    if (!body) return refuse(outgoing, 413)
    const switched = faults.takeForRequest({ method, path: url.pathname })
    if (switched && BEFORE.has(switched.fault)) return misbehave(outgoing, switched.fault)
    if (switched?.fault === 'slow') await sleep(switched.delayMs ?? 3000)

    const hasBody = method !== 'GET' && method !== 'HEAD'
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
    const response = await fetch(new Request(url, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) }))
    const fault = switched?.fault ?? (response.headers.get(FAULT_HEADER) as RequestFault | null)
    if (fault && fault !== 'slow') return misbehave(outgoing, fault, response)
    await send(outgoing, response)
  }
}

async function misbehave(outgoing: ServerResponse, fault: RequestFault, response?: Response): Promise<void> {
  const plain = PLAIN_ERRORS[fault]
  if (plain) {
    const { status, ...error } = plain
    const errors = [{ ...error, detail: 'The emulator was asked to answer like this.' }]
    return send(outgoing, Response.json({ errors }, { status, headers: status === 429 ? { 'retry-after': '1' } : {} }))
  }
  if (fault === 'reset-before' || fault === 'reset-after') return void outgoing.socket?.resetAndDestroy()
  if (fault === 'html-200') return send(outgoing, new Response(WEB_PAGE, { headers: { 'content-type': 'text/html' } }))
  if (fault !== 'stall-body' && fault !== 'truncated-json') return // It hangs until the client gives up.
  const text = Buffer.from((await response?.text()) ?? '{}')
  outgoing.writeHead(response?.status ?? 200, { 'content-type': 'application/json', 'content-length': text.byteLength })
  outgoing.write(text.subarray(0, Math.ceil(text.byteLength / 2)))
  // Ending early after announcing the full length looks like a broken connection.
  if (fault === 'truncated-json') outgoing.socket?.end()
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== FAULT_HEADER))
  outgoing.writeHead(response.status, { ...headers, 'content-length': body.byteLength })
  outgoing.end(body)
}

async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, { connection: 'close' })
  outgoing.end()
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
