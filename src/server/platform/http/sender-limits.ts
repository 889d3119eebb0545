import type { Limit, Limits } from './limits.ts'
import type { SenderUnits } from './sender-address.ts'

/** An IPv6 /48 is one customer or a whole town, so it gets this many times the limit of an address. */
export const NETWORK_FACTOR = 16

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
