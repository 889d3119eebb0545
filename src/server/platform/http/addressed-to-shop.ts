import { isLoopback } from '#server/platform/loopback.ts'

export type ShopName = { mode: 'development' | 'test' | 'production'; publicUrl: URL; trustedProxies: number }

type Headers = (name: 'host' | 'x-forwarded-for' | 'x-forwarded-host' | 'forwarded') => string | undefined

/**
 * Returns true if the request may be answered under the name it was sent to. In production that is the shop's own name:
 * links and emails are built from PUBLIC_URL, never from Host. Development answers this machine alone, so that a tunnel,
 * a proxy or a rebound DNS name does not put its mailbox on the internet.
 */
export function isAddressedToShop({ mode, publicUrl, trustedProxies }: ShopName, header: Headers): boolean {
  const host = header('host')
  if (mode === 'production') return host === publicUrl.host
  // Requests made inside the process, by tests and for the first page, have no Host.
  if (host !== undefined && !isLoopbackHost(host)) return false
  if (!listed(header('x-forwarded-host')).every(isLoopbackHost)) return false
  // Tests play the proxy; they say so with TRUST_PROXY.
  if (mode === 'test' && trustedProxies > 0) return true
  return header('forwarded') === undefined && listed(header('x-forwarded-for')).every(isLoopback)
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((part) => part.trim())
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  return url !== null && url.pathname === '/' && isLoopback(url.hostname)
}
