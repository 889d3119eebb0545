import { BlockList, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isLoopback } from '#server/platform/loopback.ts'
import { connectionAddress } from './connection-address.ts'
import { parseAddress } from './sender-address.ts'

export type ProxyMismatchDeps = {
  trustedProxies: number
  log: Logger
  alertOwner: (alert: { kind: 'untrusted-proxy'; subject: string; detail: string }) => Promise<void>
}

type Mismatch = { detail: string; isCertain: boolean }

/** Networks that no visitor has on the internet: private ones, and those of carriers and hosts (100.64.0.0/10). */
const NEARBY = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  NEARBY.addSubnet(network, bits)
NEARBY.addSubnet('fc00::', 7, 'ipv6')
NEARBY.addSubnet('fe80::', 10, 'ipv6')

const UNCOUNTED =
  'Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0. If the shop is behind a proxy, a load balancer or a CDN, all visitors look like it and share its limits: set TRUST_PROXY to the number of proxies in front of the shop.'

function tooFew(trustedProxies: number, entries: number): string {
  return `TRUST_PROXY is ${trustedProxies}, but a request arrived with fewer addresses in X-Forwarded-For (${entries}). Either it went past one of the proxies, or a proxy doesn’t pass on the header it receives: then all visitors look like the proxy before it and share its limits. See “A CDN in front” in docs/production.md.`
}

/**
 * Warns once if requests come through more or fewer proxies than TRUST_PROXY counts: then many visitors would count as
 * one, and be limited as one.
 */
export function warnOfProxyMismatch({ trustedProxies, log, alertOwner }: ProxyMismatchDeps): MiddlewareHandler {
  const hasSeveralVisitors = createVisitorCount()
  let hasWarned = false
  let hasAlerted = false

  function findMismatch(forwardedFor: string | undefined, peer: string): Mismatch | undefined {
    const entries = forwardedFor?.split(',').length ?? 0
    // Without the header, it may be a program on the shop's own machine.
    if (trustedProxies > 0)
      return entries < trustedProxies ? { detail: tooFew(trustedProxies, entries), isCertain: entries > 0 } : undefined
    if (forwardedFor === undefined) return undefined
    // Anyone can send the header, but no visitor is nearby, or is several visitors.
    return { detail: UNCOUNTED, isCertain: isNearby(peer) || hasSeveralVisitors(peer, forwardedFor) }
  }

  return async (c, next) => {
    const peer = connectionAddress(c)
    // The shop's own requests come without a connection.
    const mismatch = hasAlerted || peer === undefined ? undefined : findMismatch(c.req.header('x-forwarded-for'), peer)
    if (mismatch && !hasWarned) {
      hasWarned = true
      log.warn(mismatch.detail)
    }
    if (mismatch?.isCertain) {
      hasAlerted = true
      alertOwner({ kind: 'untrusted-proxy', subject: 'TRUST_PROXY', detail: mismatch.detail }).catch(
        (error: unknown) => {
          log.error({ err: error }, 'failed to alert the owner')
        },
      )
    }
    await next()
  }
}

const SEVERAL_VISITORS = 3
const MAX_PEERS = 1000
/** Of the header's end, which the proxies in front have written. */
const MAX_KEPT = 100

/** Returns true once requests from one address were forwarded for several visitors. */
function createVisitorCount() {
  const seen = new Map<string, Set<string>>()
  return (peer: string, forwardedFor: string): boolean => {
    const visitors = seen.get(peer) ?? new Set()
    seen.set(peer, visitors.add(forwardedFor.slice(-MAX_KEPT)))
    for (const oldest of seen.keys()) {
      if (seen.size <= MAX_PEERS) break
      seen.delete(oldest)
    }
    return visitors.size >= SEVERAL_VISITORS
  }
}

function isNearby(peer: string): boolean {
  const address = parseAddress(peer)
  if (address === undefined) return false
  return isLoopback(address) || NEARBY.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
