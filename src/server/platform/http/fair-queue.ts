export type FairQueueOptions = { maxWaiting: number; maxPerClient: number }

/**
 * Starts one task per turn of the event loop and takes the clients in rotation. Between two tasks, the event loop reads
 * its sockets, so requests answered on arrival wait for one task at most. A client with a thousand tasks delays another
 * client's only one by a single task.
 */
export function createFairQueue({ maxWaiting, maxPerClient }: FairQueueOptions) {
  /** Tasks by client; the order of the clients is the rotation. */
  const waiting = new Map<string, (() => void)[]>()
  let size = 0
  let turn: NodeJS.Immediate | undefined

  function startNext(): void {
    // Before the task, which may throw.
    turn = size > 1 ? setImmediate(startNext) : undefined
    for (const [client, tasks] of waiting) {
      waiting.delete(client)
      const task = tasks.shift()
      if (tasks.length > 0) waiting.set(client, tasks)
      size -= 1
      task?.()
      return
    }
  }

  return {
    /** Returns false if the queue is full, or the client's part of it. */
    add(client: string, task: () => void): boolean {
      const tasks = waiting.get(client) ?? []
      if (size >= maxWaiting || tasks.length >= maxPerClient) return false
      tasks.push(task)
      waiting.set(client, tasks)
      size += 1
      turn ??= setImmediate(startNext)
      return true
    },
  }
}
