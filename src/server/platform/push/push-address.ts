import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** Loopback, private, link-local and other networks without push services. */
const INTERNAL = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  INTERNAL.addSubnet(network, bits, 'ipv6')

const MAX_LENGTH = 1000

export function isInternalAddress(address: string): boolean {
  // The list itself checks an IPv4 address in IPv6 notation as IPv4.
  const family = isIP(address)
  return family === 0 || INTERNAL.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The address of a push service as a browser sent it; undefined if the shop must not call it. Anyone at the desk can
 * send one, so it must not reach into the shop's own network (SSRF).
 */
export function readPushAddress(text: string, { allowsLocal }: { allowsLocal: boolean }): URL | undefined {
  const url = URL.parse(text)
  if (!url || text.length > MAX_LENGTH || url.username || url.password) return undefined
  if (allowsLocal && ['http:', 'https:'].includes(url.protocol)) return url
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isName = isIP(host) === 0
  if (url.protocol !== 'https:' || (isName ? !host.includes('.') : isInternalAddress(host))) return undefined
  return url
}

type OnLookup = (error: NodeJS.ErrnoException | null, addresses: string | LookupAddress[], family?: number) => void

/** Resolves a name for a connection, and fails if any address is internal, because DNS may have changed by now. */
export function lookupPublic(host: string, options: LookupAllOptions | { all?: boolean }, done: OnLookup): void {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, [])
    if (addresses.length === 0 || addresses.some(({ address }) => isInternalAddress(address)))
      return done(new Error('the push service is at an internal address'), [])
    const [first] = addresses
    return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
  })
}
