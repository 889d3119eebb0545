import type { Limit, Limits } from './limits.ts'
import type { SenderUnits } from './sender-address.ts'

/** An IPv6 /48 is one customer or a whole town, so it gets this many times the limit of an address. */
const NETWORK_FACTOR = 16

export type SenderLimiter = ReturnType<typeof limitSenders>

/**
 * A limit per address and, in IPv6, per network. A sender can use a new /64 for each request, which no memory has seen
 * before, so a /48 that used up its limit is refused before its addresses are looked at: their buckets would be a row
 * each. An address that used up its own limit takes nothing from its network's.
 */
export function limitSenders(limits: Limits, name: string, perAddress: Limit) {
  const byClient = limits(name, perAddress)
  const byNetwork = limits(`${name} network`, { ...perAddress, count: perAddress.count * NETWORK_FACTOR })

  return {
    /** Takes a token. Returns 0, or the milliseconds until the next token. */
    async take({ client, network, isIpv6 }: SenderUnits): Promise<number> {
      if (!isIpv6) return byClient.take(client)
      return byNetwork.peek(network) || (await byClient.take(client)) || byNetwork.take(network)
    },
  }
}

/** Counts what senders have open, with a limit per address and per network like those above. */
export function countSenders(maxPerAddress: number) {
  const perClient = new Map<string, number>()
  /** IPv6 only: strangers may share an IPv4 /24. */
  const perNetwork = new Map<string, number>()
  let total = 0

  return {
    count({ client, network, isIpv6 }: SenderUnits, change: 1 | -1): void {
      add(perClient, client, change)
      if (isIpv6) add(perNetwork, network, change)
      total += change
    },
    isFull: ({ client, network, isIpv6 }: SenderUnits): boolean =>
      (perClient.get(client) ?? 0) >= maxPerAddress ||
      (isIpv6 && (perNetwork.get(network) ?? 0) >= maxPerAddress * NETWORK_FACTOR),
    total: (): number => total,
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
