import { Rotation } from './rotation.ts'
import { networkOf } from './sender-address.ts'

export type FairQueueOptions<Task> = {
  maxWaiting: number
  maxPerClient: number
  start: (task: Task) => void
  /** Gets a task that finds no room, or one that has to make room for another. */
  refuse: (task: Task) => void
}

type Client<Task> = { key: string; size: number; tasks: Task[] }
type Network<Task> = { key: string; size: number; clients: Rotation<Client<Task>> }

/**
 * Starts one task per turn of the event loop. Networks take turns, and in each of them its clients: a crowd delays
 * another client's only task by one task of each network. Between two tasks, the event loop reads its sockets, so
 * requests answered on arrival wait for one task at most.
 *
 * If the queue is full, whoever has the most tasks in it makes room for those with fewer.
 */
export function createFairQueue<Task extends object>(options: FairQueueOptions<Task>) {
  const { maxWaiting, maxPerClient, start, refuse } = options
  const networks = new Rotation<Network<Task>>()
  let size = 0
  /** The only task, as usual: it needs no place in the rotation. */
  let lone: Task | undefined
  let turn: NodeJS.Immediate | undefined

  function startNext(): void {
    const task = lone ?? takeNext()
    lone = undefined
    // Before the task, which may throw.
    turn = size > 0 ? setImmediate(startNext) : undefined
    if (task) start(task)
  }

  function takeNext(): Task | undefined {
    const network = networks.next()
    const client = network?.clients.next()
    if (!network || !client) return undefined
    resize(network, client, -1)
    return client.tasks.shift()
  }

  function resize(network: Network<Task>, client: Client<Task>, by: 1 | -1): void {
    network.clients.resize(client, by)
    networks.resize(network, by)
    size += by
  }

  /** Returns false if no one else has more tasks: swapping equals would only keep both from ever starting. */
  function makeRoomFor(network: Network<Task>, client: Client<Task>): boolean {
    const largest = networks.longest()
    const crowd = largest && largest.size > network.size + 1 ? largest : network
    const longest = crowd.clients.longest()
    if (!longest || (crowd === network && longest.size <= client.size + 1)) return false
    const last = longest.tasks.pop()
    resize(crowd, longest, -1)
    if (last) refuse(last)
    return true
  }

  return {
    add(clientKey: string, task: Task): void {
      if (!turn) {
        lone = task
        turn = setImmediate(startNext)
        return
      }
      const networkKey = networkOf(clientKey)
      const network = networks.find(networkKey) ?? { key: networkKey, size: 0, clients: new Rotation() }
      const client = network.clients.find(clientKey) ?? { key: clientKey, size: 0, tasks: [] }
      if (client.size >= maxPerClient || (size >= maxWaiting && !makeRoomFor(network, client))) return refuse(task)
      client.tasks.push(task)
      resize(network, client, 1)
    },
  }
}
