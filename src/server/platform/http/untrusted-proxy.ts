import { BlockList } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { isLoopback } from '#server/platform/loopback.ts'
import { connectionAddress } from './connection-address.ts'

export type UntrustedProxyDeps = {
  trustedProxies: number
  log: Logger
  alertOwner: (alert: { kind: 'untrusted-proxy'; subject: string; detail: string }) => Promise<void>
}

const PRIVATE = new BlockList()
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addSubnet('169.254.0.0', 16)
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

const DETAIL =
  'Requests arrive with X-Forwarded-For, but TRUST_PROXY is 0, so all visitors look like the proxy and share its limits. Set TRUST_PROXY to the number of proxies in front of the shop.'

/**
 * Warns once if requests seem to come through a proxy that TRUST_PROXY does not count. Anyone can send the header, so
 * the owner is alerted only if the connection comes from a nearby machine, as a proxy's would.
 */
export function warnOfUntrustedProxy({ trustedProxies, log, alertOwner }: UntrustedProxyDeps): MiddlewareHandler {
  let hasWarned = trustedProxies > 0
  return async (c, next) => {
    if (!hasWarned && c.req.header('x-forwarded-for') !== undefined && isNearby(connectionAddress(c) ?? '')) {
      hasWarned = true
      log.warn(DETAIL)
      alertOwner({ kind: 'untrusted-proxy', subject: 'TRUST_PROXY', detail: DETAIL }).catch((error: unknown) => {
        log.error({ err: error }, 'failed to alert the owner')
      })
    }
    await next()
  }
}

function isNearby(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  return isLoopback(plain) || PRIVATE.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
