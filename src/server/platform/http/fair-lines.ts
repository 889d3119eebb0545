import { Rotation } from './rotation.ts'
import { networkOf } from './sender-address.ts'

type Client<Task> = { key: string; size: number; tasks: Task[] }
type Network<Task> = { key: string; size: number; clients: Rotation<Client<Task>> }
type Place<Task> = { network: Network<Task>; client: Client<Task> }

type FairLinesOptions = { maxWaiting: number; maxPerClient?: number }

/**
 * What waits, by sender. Networks take turns, and in each of them its clients: a crowd delays another client's only
 * task by one task of each network. If all places are taken, the client with the most makes room for those with fewer.
 */
export class FairLines<Task extends object> {
  readonly #networks = new Rotation<Network<Task>>()
  readonly #maxWaiting: number
  readonly #maxPerClient: number
  #size = 0

  constructor({ maxWaiting, maxPerClient = maxWaiting }: FairLinesOptions) {
    this.#maxWaiting = maxWaiting
    this.#maxPerClient = maxPerClient
  }

  get size(): number {
    return this.#size
  }

  /** Returns the task that has no place: none, the last one of the client with the most, or this one. */
  add(clientKey: string, task: Task): Task | undefined {
    const place = this.#placeOf(clientKey)
    if (place.client.size >= this.#maxPerClient) return task
    const crowd = this.#isFull() ? this.#crowdFor(place) : undefined
    if (this.#isFull() && !crowd) return task
    const last = crowd?.client.tasks.pop()
    if (crowd) this.#resize(crowd, -1)
    place.client.tasks.push(task)
    this.#resize(place, 1)
    return last
  }

  next(): Task | undefined {
    const network = this.#networks.next()
    const client = network?.clients.next()
    if (!network || !client) return undefined
    this.#resize({ network, client }, -1)
    return client.tasks.shift()
  }

  /** For a task that gives up waiting. */
  remove(clientKey: string, task: Task): void {
    const place = this.#placeOf(clientKey)
    const index = place.client.tasks.indexOf(task)
    if (index < 0) return
    place.client.tasks.splice(index, 1)
    this.#resize(place, -1)
  }

  hasRoomFor(clientKey: string): boolean {
    const place = this.#placeOf(clientKey)
    return place.client.size < this.#maxPerClient && (!this.#isFull() || this.#crowdFor(place) !== undefined)
  }

  #isFull(): boolean {
    return this.#size >= this.#maxWaiting
  }

  /** A client without tasks gets a new place, which joins the rotation with the first one. */
  #placeOf(clientKey: string): Place<Task> {
    const networkKey = networkOf(clientKey)
    const network = this.#networks.find(networkKey) ?? { key: networkKey, size: 0, clients: new Rotation() }
    return { network, client: network.clients.find(clientKey) ?? { key: clientKey, size: 0, tasks: [] } }
  }

  /** Undefined if no one else has more tasks: swapping equals would only keep both from ever starting. */
  #crowdFor({ network, client }: Place<Task>): Place<Task> | undefined {
    const largest = this.#networks.longest()
    const crowd = largest && largest.size > network.size + 1 ? largest : network
    const longest = crowd.clients.longest()
    if (!longest || (crowd === network && longest.size <= client.size + 1)) return undefined
    return { network: crowd, client: longest }
  }

  #resize({ network, client }: Place<Task>, by: 1 | -1): void {
    network.clients.resize(client, by)
    this.#networks.resize(network, by)
    this.#size += by
  }
}
