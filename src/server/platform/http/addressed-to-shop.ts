import { isLoopback } from '#server/platform/loopback.ts'

export type ShopName = { mode: 'development' | 'test' | 'production'; publicUrl: URL; trustedProxies: number }

type Headers = (name: 'host' | 'x-forwarded-for' | 'x-forwarded-host' | 'forwarded') => string | undefined

/**
 * Returns true if the Host header is acceptable. In production that is the shop's own name, since links and emails are
 * built from PUBLIC_URL, never from Host. Development accepts this machine only, so that a tunnel, a proxy, or DNS
 * rebinding does not expose its mailbox to the internet.
 */
export function isAddressedToShop({ mode, publicUrl, trustedProxies }: ShopName, header: Headers): boolean {
  const host = header('host')
  if (mode === 'production') return host === publicUrl.host
  // In-process requests (tests, rendering the first page) have no Host.
  if (host !== undefined && !isLoopbackHost(host)) return false
  if (!splitList(header('x-forwarded-host')).every(isLoopbackHost)) return false
  // Tests simulate a proxy by setting TRUST_PROXY.
  if (mode === 'test' && trustedProxies > 0) return true
  return header('forwarded') === undefined && splitList(header('x-forwarded-for')).every(isLoopback)
}

function splitList(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((part) => part.trim())
}

function isLoopbackHost(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  return url !== null && url.pathname === '/' && isLoopback(url.hostname)
}
