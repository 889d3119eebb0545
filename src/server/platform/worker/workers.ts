import type { Logger } from 'pino'
import type { Database } from '#server/platform/db/database.ts'
import type { Queue } from './queue.ts'

export type WorkerDeps = { database: Pick<Database, 'engine' | 'listen'>; log: Logger; queues: readonly Queue[] }

export interface Workers {
  readonly queues: readonly Queue[]
  start(): Promise<void>
  /** Claims nothing more and waits for work in progress, up to a limit; leases cover the rest. */
  stop(): Promise<void>
}

const BUSY_MS = 100
const AWAY_MS = 5000
const STOP_GRACE_MS = 10_000

/** Runs queues in this process, each in its own loop, so a slow one does not block the others. */
export function createWorkers({ database, log, queues }: WorkerDeps): Workers {
  const loops = queues.map((queue) => createLoop(queue, database, log))
  let running: Promise<unknown> | undefined

  return {
    queues,
    async start() {
      if (running) return
      if (database.engine === 'pglite') for (const queue of queues) await queue.releaseStale?.()
      running = Promise.all(loops.map((loop) => loop.run()))
    },
    async stop() {
      for (const loop of loops) loop.end()
      let timer: NodeJS.Timeout | undefined
      const grace = new Promise<'late'>((resolve) => {
        timer = setTimeout(() => resolve('late'), STOP_GRACE_MS)
      })
      const outcome = await Promise.race([running, grace])
      clearTimeout(timer)
      if (outcome === 'late') log.warn('work still in progress at shutdown; its lease will expire')
    },
  }
}

function createLoop({ name, channel, pace, sweep, untilDue }: Queue, database: WorkerDeps['database'], log: Logger) {
  const { everyMs, busyMs = BUSY_MS, failingMs = busyMs, awayMs = Math.min(everyMs, AWAY_MS) } = pace
  const state = { isStopped: false, isListening: false, isWoken: false, endSleep: () => {} }

  function wake(): void {
    state.isWoken = true
    state.endSleep()
  }

  async function sleep(milliseconds: number): Promise<void> {
    if (!state.isWoken && !state.isStopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        state.endSleep = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    state.isWoken = false
  }

  /** Returns how long to sleep before the next sweep. */
  async function sweepOnce(): Promise<number> {
    if (channel !== undefined && !state.isListening) {
      // Subscribe first, so nothing written between the sweep and the sleep is missed.
      await database.listen(channel, { onPayload: wake, onGap: wake })
      state.isListening = true
    }
    const { isFull, settled } = await sweep(log)
    if (isFull) return settled > 0 ? busyMs : failingMs
    const dueInMs = (await untilDue?.()) ?? Infinity
    return Math.min(Math.max(dueInMs, 0), everyMs)
  }

  return {
    async run(): Promise<void> {
      while (!state.isStopped) {
        let pauseMs = awayMs
        try {
          pauseMs = await sweepOnce()
        } catch (error) {
          if (state.isStopped) return
          log.error({ err: error, queue: name }, 'failed to read the queue; retrying')
        }
        await sleep(pauseMs)
      }
    },
    end(): void {
      state.isStopped = true
      state.endSleep()
    },
  }
}
