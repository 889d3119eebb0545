import { performance } from 'node:perf_hooks'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

export type RenderLaneOptions = {
  maxActive: number
  maxQueued: number
  maxWaitMs: number
  /** Share of the process's time that renders may take; the burst is what an idle shop saves up. */
  time?: { burstMs: number; share: number }
}

export type RenderLane = ReturnType<typeof createRenderLane>

/** The lane is full, or the wait took too long. A shared instance, so a flood does not create stack traces. */
export const LANE_FULL = new Error('render lane full')

type Waiter = { admit: () => void; timer: NodeJS.Timeout }

/**
 * Admission control for renders: limited concurrency, a bounded queue, a maximum wait. With a time share, renders pause
 * once they have used it up, so the event loop stays free for cached pages.
 */
export function createRenderLane({ maxActive, maxQueued, maxWaitMs, time }: RenderLaneOptions) {
  const queue = new Set<Waiter>()
  const counts = { started: 0, refused: 0 }
  let active = 0
  let savedMs = time?.burstMs ?? Infinity
  let savedAt = performance.now()
  let loopBefore = performance.eventLoopUtilization()
  let resume: NodeJS.Timeout | undefined

  /**
   * Books the time since the last call. While a render is active, all time in which the event loop is blocked counts,
   * including delays from an overloaded machine; waiting for the database does not.
   */
  function bookTime(): void {
    if (!time) return
    const now = performance.now()
    const usedMs = active > 0 ? performance.eventLoopUtilization(loopBefore).active : 0
    savedMs = Math.min(time.burstMs, savedMs + (now - savedAt) * time.share - usedMs)
    savedAt = now
    loopBefore = performance.eventLoopUtilization()
  }

  function admitNext(): void {
    bookTime()
    for (const waiter of queue) {
      if (active >= maxActive || savedMs <= 0) break
      queue.delete(waiter)
      clearTimeout(waiter.timer)
      active += 1
      waiter.admit()
    }
    if (queue.size > 0 && savedMs <= 0 && time && resume === undefined) {
      resume = setTimeout(
        () => {
          resume = undefined
          admitNext()
        },
        Math.ceil(-savedMs / time.share) + 1,
      )
    }
  }

  function acquireSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        counts.refused += 1
        reject(LANE_FULL)
      }
      const waiter: Waiter = {
        admit: resolve,
        timer: setTimeout(() => {
          queue.delete(waiter)
          refuse()
        }, maxWaitMs),
      }
      queue.add(waiter)
      admitNext()
      if (queue.size <= maxQueued) return
      queue.delete(waiter)
      clearTimeout(waiter.timer)
      refuse()
    })
  }

  return {
    async run<T>(render: () => Promise<T>): Promise<T> {
      await acquireSlot()
      // React and PGlite both block the event loop, so flush finished responses first.
      await yieldToEventLoop()
      counts.started += 1
      try {
        return await render()
      } finally {
        bookTime()
        active -= 1
        admitNext()
      }
    },
    /** Returns true if a render would be refused now, and counts it as refused. */
    refuseIfFull(): boolean {
      if (queue.size === 0 || queue.size < maxQueued) return false
      counts.refused += 1
      return true
    },
    stats: () => ({ ...counts, active, queued: queue.size }),
  }
}
