import { performance } from 'node:perf_hooks'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { FairLines } from '#server/platform/http/fair-lines.ts'

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

type Waiter = { admit: () => void; refuse: () => void }

/**
 * Admission control for renders: limited concurrency, a bounded queue in which senders take turns, a maximum wait. With
 * a time share, renders pause once they have used it up, so the event loop stays free for cached pages.
 */
export function createRenderLane({ maxActive, maxQueued, maxWaitMs, time }: RenderLaneOptions) {
  const waiting = new FairLines<Waiter>({ maxWaiting: maxQueued })
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

  const isFree = () => active < maxActive && savedMs > 0

  function admitNext(): void {
    bookTime()
    while (isFree()) {
      const waiter = waiting.next()
      if (!waiter) return
      active += 1
      waiter.admit()
    }
    resumeLater()
  }

  /** Once the time share has recovered. */
  function resumeLater(): void {
    if (!time || waiting.size === 0 || savedMs > 0 || resume !== undefined) return
    resume = setTimeout(
      () => {
        resume = undefined
        admitNext()
      },
      Math.ceil(-savedMs / time.share) + 1,
    )
  }

  async function acquireSlot(client: string): Promise<void> {
    admitNext()
    // Then nothing is waiting.
    if (isFree()) {
      active += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.remove(client, waiter)
        waiter.refuse()
      }, maxWaitMs)
      const waiter: Waiter = {
        admit() {
          clearTimeout(timer)
          resolve()
        },
        refuse() {
          clearTimeout(timer)
          counts.refused += 1
          reject(LANE_FULL)
        },
      }
      waiting.add(client, waiter)?.refuse()
      resumeLater()
    })
  }

  return {
    async run<T>(client: string, render: () => Promise<T>): Promise<T> {
      await acquireSlot(client)
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
    /** Returns true if a render for this client would be refused now, and counts it as refused. */
    refuseIfFull(client: string): boolean {
      if (waiting.size === 0 || waiting.hasRoomFor(client)) return false
      counts.refused += 1
      return true
    },
    stats: () => ({ ...counts, active, queued: waiting.size }),
  }
}
