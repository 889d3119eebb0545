import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderMap } from './security-headers.ts'

/** Liveness probe, handled before anything slow. Returns true if it handled the request. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, headers: HeaderMap): boolean {
  const { method, url } = request
  if (url !== '/healthz' || (method !== 'GET' && method !== 'HEAD')) return false
  response.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=UTF-8' })
  response.end(method === 'HEAD' ? undefined : 'ok')
  return true
}
