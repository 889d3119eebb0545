import { isIP } from 'node:net'

/** The units that senders are counted by. One customer owns a whole IPv6 /64, and often a /48. */
export type SenderUnits = {
  /** IPv4 address or IPv6 /64. */
  client: string
  /** IPv4 /24 or IPv6 /48 of the client. Strangers may share it. */
  network: string
  /** True if `network` is a /48, where a sender can rotate through addresses for free. */
  isIpv6: boolean
}

const PORT_AFTER_IPV4 = /^(\d+\.\d+\.\d+\.\d+):\d+$/
const IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/

/**
 * Parses an entry of X-Forwarded-For or a socket's address; some proxies add the port (`192.0.2.1:443`, `[::1]:443`).
 * Returns undefined for anything but an IP address, since a visitor could make up any other text as a key.
 */
export function parseAddress(text: string): string | undefined {
  const entry = text.trim()
  const bare = PORT_AFTER_IPV4.exec(entry)?.[1] ?? IN_BRACKETS.exec(entry)?.[1] ?? entry
  const address = bare.split('%', 1)[0] ?? ''
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? address : (embeddedIpv4(address) ?? address.toLowerCase())
}

/**
 * Each proxy appends the address it was called from to X-Forwarded-For; anything further left was written by the
 * visitor.
 */
export function believedAddress(
  forwardedFor: string | undefined,
  socketAddress: string | undefined,
  trustedProxies: number,
): string {
  const forwarded = trustedProxies > 0 ? (forwardedFor?.split(',') ?? []) : []
  const believed = forwarded.at(-trustedProxies) ?? forwarded[0] ?? ''
  const socket = socketAddress ?? 'local'
  return parseAddress(believed) ?? parseAddress(socket) ?? socket
}

/** Same units for every spelling of an address. */
export function unitsOf(address: string): SenderUnits {
  const version = isIP(address)
  if (version === 0) return { client: address, network: address, isIpv6: false }
  if (version === 4) return { client: address, network: address.slice(0, address.lastIndexOf('.')), isIpv6: false }
  const groups = expandIpv6(address)
  return { client: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':'), isIpv6: true }
}

/** The /48 of an IPv6 client. An IPv4 client is on its own: strangers share its /24. */
export function networkOf(client: string): string {
  const end = client.lastIndexOf(':')
  return end < 0 ? client : client.slice(0, end)
}

/** IPv4-mapped IPv6 (`::ffff:192.0.2.1`) counts as the same sender. */
function embeddedIpv4(address: string): string | undefined {
  const groups = expandIpv6(address)
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return undefined
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Eight groups without leading zeros. */
function expandIpv6(address: string): string[] {
  // The URL parser normalizes every spelling, including dotted tails.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::', 2)
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}
