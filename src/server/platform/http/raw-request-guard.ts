import type { IncomingMessage } from 'node:http'

export type Refusal = { status: number; message: string; headers?: Record<string, string> }

const METHODS = ['GET', 'HEAD', 'POST']

/**
 * Refuses requests that Node accepts but no honest client sends. Runs on the raw request, because the fetch Request
 * constructor throws on TRACE and merges duplicate headers.
 */
export function refuseRawRequest(request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>): Refusal | undefined {
  if (!METHODS.includes(request.method ?? '')) {
    return { status: 405, message: 'Method not allowed', headers: { allow: METHODS.join(', ') } }
  }
  if (!request.url?.startsWith('/')) return { status: 400, message: 'Invalid request' }
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length !== 1) return { status: 400, message: 'Invalid request' }
  return isDecodable(request.url) ? undefined : { status: 400, message: 'Invalid request' }
}

function isDecodable(url: string): boolean {
  const [pathname = ''] = url.split('?', 1)
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch {
    // Malformed escapes (%zz) and truncated UTF-8 throw.
    return false
  }
}
