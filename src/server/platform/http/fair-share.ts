import { Rotation } from './rotation.ts'
import { networkOf } from './sender-address.ts'

type Client<Item> = { key: string; size: number; items: Set<Item> }
type Network<Item> = { key: string; size: number; clients: Rotation<Client<Item>> }

/** What clients hold at the same time. Finds out who holds the most: first of all networks, then of its clients. */
export class FairShare<Item extends object> {
  readonly #networks = new Rotation<Network<Item>>()
  readonly #holders = new Map<Item, [Network<Item>, Client<Item>]>()

  get size(): number {
    return this.#holders.size
  }

  /** An item stays with the client that it was first added for. */
  add(clientKey: string, item: Item): void {
    if (this.#holders.has(item)) return
    const networkKey = networkOf(clientKey)
    const network = this.#networks.find(networkKey) ?? { key: networkKey, size: 0, clients: new Rotation() }
    const client = network.clients.find(clientKey) ?? { key: clientKey, size: 0, items: new Set() }
    client.items.add(item)
    this.#holders.set(item, [network, client])
    this.#resize(network, client, 1)
  }

  delete(item: Item): void {
    const [network, client] = this.#holders.get(item) ?? []
    if (!network || !client) return
    this.#holders.delete(item)
    client.items.delete(item)
    this.#resize(network, client, -1)
  }

  /** Of the client with the most. */
  oldest(): Item | undefined {
    for (const item of this.#networks.longest()?.clients.longest()?.items ?? []) return item
    return undefined
  }

  #resize(network: Network<Item>, client: Client<Item>, by: 1 | -1): void {
    network.clients.resize(client, by)
    this.#networks.resize(network, by)
  }
}
