import { FairLines } from './fair-lines.ts'

export type FairQueueOptions<Task> = {
  maxWaiting: number
  maxPerClient: number
  start: (task: Task) => void
  /** Gets a task that finds no room, or one that has to make room for another. */
  refuse: (task: Task) => void
}

/**
 * Starts one task per turn of the event loop, of each sender in turn. Between two tasks, the event loop reads its
 * sockets, so requests answered on arrival wait for one task at most.
 */
export function createFairQueue<Task extends object>({ start, refuse, ...limits }: FairQueueOptions<Task>) {
  const waiting = new FairLines<Task>(limits)
  /** The only task, as usual: it needs no place in the rotation. */
  let lone: Task | undefined
  let turn: NodeJS.Immediate | undefined

  function startNext(): void {
    const task = lone ?? waiting.next()
    lone = undefined
    // Before the task, which may throw.
    turn = waiting.size > 0 ? setImmediate(startNext) : undefined
    if (task) start(task)
  }

  return {
    add(clientKey: string, task: Task): void {
      if (!turn) {
        lone = task
        turn = setImmediate(startNext)
        return
      }
      const displaced = waiting.add(clientKey, task)
      if (displaced) refuse(displaced)
    },
  }
}
