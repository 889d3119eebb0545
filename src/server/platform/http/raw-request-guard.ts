import type { IncomingMessage } from 'node:http'

export type Refusal = { status: number; message: string; headers?: Record<string, string> }

const METHODS = ['GET', 'HEAD', 'POST']

/**
 * What Node lets through although no honest client sends it. Checked on the raw request, before the fetch-style one is
 * built: that constructor throws on TRACE, and headers that came twice can no longer be told apart there.
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
    // %zz and cut-off UTF-8 throw; the answer is the same as for any other unreadable path.
    return false
  }
}
