import { setTimeout as pause } from 'node:timers/promises'
import { createLimiter, type Limit } from '#server/platform/http/throttle.ts'
import { createRenderLane, LANE_FULL, type RenderLane, type RenderLaneOptions } from './render-lane.ts'

export type RenderLimits = {
  /** Renders per client address; cached pages do not count. */
  perAddress: Limit
  /** Cacheable pages, which are a finite set. */
  pages: RenderLaneOptions
  /** Pages that strangers can request in unlimited variations: searches, suggestions, cursors. */
  openEnded: RenderLaneOptions
  /**
   * Personal pages, rendered on every request. Their addresses are signed, so a flood of searches cannot block them.
   */
  personal: RenderLaneOptions
  /** Refusals are delayed by about this much to slow down clients that retry immediately. */
  refusalDelayMs: number
}

/** `share` is the part of the event loop's time for addresses that strangers can make up; RENDER_SHARE sets it. */
export function renderLimits(share: number): RenderLimits {
  return {
    perAddress: { count: 240, perMs: 60_000 },
    pages: { maxActive: 4, maxQueued: 200, maxWaitMs: 5000 },
    openEnded: { maxActive: 2, maxQueued: 50, maxWaitMs: 3000, time: { burstMs: 3000, share } },
    personal: { maxActive: 2, maxQueued: 50, maxWaitMs: 5000, time: { burstMs: 3000, share: Math.max(share, 0.15) } },
    refusalDelayMs: 1000,
  }
}

/** Above this many delayed refusals, further ones are sent at once. */
const MAX_DELAYED = 5000

/** Each lane has its own queue. */
export type RenderLaneName = 'pages' | 'openEnded' | 'personal'

export type RenderAdmission = ReturnType<typeof createRenderAdmission>

/** Thrown instead of rendering. */
export class RenderRefused extends Error {
  /** 429 if a client address used up its budget, 503 if the shop is busy. */
  readonly status: 429 | 503
  readonly retryAfterSeconds: number

  constructor(status: 429 | 503, retryAfterSeconds: number) {
    super(status === 429 ? 'too many renders for one address' : 'too many renders in progress')
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Shared instance, so a flood does not create stack traces. */
export const BUSY = new RenderRefused(503, 5)

/** Decides which cache misses may render. Cached pages never get here. */
export function createRenderAdmission(limits: RenderLimits, now: () => number = Date.now) {
  const addresses = createLimiter(limits.perAddress, now)
  const lanes = {
    pages: createRenderLane(limits.pages),
    openEnded: createRenderLane(limits.openEnded),
    personal: createRenderLane(limits.personal),
  } satisfies Record<RenderLaneName, RenderLane>
  let delayed = 0

  return {
    async run<T>(client: string, lane: RenderLaneName, render: () => Promise<T>): Promise<T> {
      const waitMs = addresses.take(client)
      if (waitMs > 0) throw new RenderRefused(429, Math.ceil(waitMs / 1000))
      try {
        return await lanes[lane].run(render)
      } catch (error) {
        throw error === LANE_FULL ? BUSY : error
      }
    },

    /** Returns true if a render in this lane would be refused now. Saves the work up to that point. */
    refuseIfFull: (lane: RenderLaneName): boolean => lanes[lane].refuseIfFull(),

    /** Resolves when the refusal may be sent. */
    async delayRefusal(): Promise<void> {
      if (delayed >= MAX_DELAYED) return
      delayed += 1
      // Spread, so that clients refused together don't return together.
      await pause(limits.refusalDelayMs * (0.5 + Math.random()))
      delayed -= 1
    },

    stats: () => ({
      pages: lanes.pages.stats(),
      openEnded: lanes.openEnded.stats(),
      personal: lanes.personal.stats(),
    }),
  }
}
