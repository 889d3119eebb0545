import { setTimeout as pause } from 'node:timers/promises'
import { createLimiter, type Limit } from '#server/platform/http/throttle.ts'
import { createRenderLane, LANE_FULL, type RenderLane, type RenderLaneOptions } from './render-lane.ts'

export type RenderLimits = {
  /** Renders that start because of one network address; cached pages are never counted. */
  perAddress: Limit
  /** Pages from the finite set that can be cached. */
  pages: RenderLaneOptions
  /** Everything of which strangers can invent any number: searches, suggestions, cursors. */
  openEnded: RenderLaneOptions
  /** Pages of one person, rendered anew each time. Their addresses are signed, so a flood of searches has no part here. */
  personal: RenderLaneOptions
  /** A refusal goes out this late, so that a client that asks again at once asks rarely. */
  refusalDelayMs: number
}

export const RENDER_LIMITS: RenderLimits = {
  perAddress: { count: 240, perMs: 60_000 },
  pages: { maxActive: 4, maxQueued: 200, maxWaitMs: 5000 },
  openEnded: { maxActive: 2, maxQueued: 50, maxWaitMs: 3000, time: { burstMs: 3000, share: 0.08 } },
  personal: { maxActive: 2, maxQueued: 50, maxWaitMs: 5000, time: { burstMs: 3000, share: 0.15 } },
  refusalDelayMs: 1000,
}

/** More delayed refusals than this, and the next ones go out at once. */
const MAX_DELAYED = 5000

/** Renders of one kind wait for each other only. */
export type RenderLaneName = 'pages' | 'openEnded' | 'personal'

export type RenderAdmission = ReturnType<typeof createRenderAdmission>

/** Thrown instead of a page; nothing was rendered. */
export class RenderRefused extends Error {
  /** 429 for a network address that used up its budget, 503 when the shop itself is busy. */
  readonly status: 429 | 503
  readonly retryAfterSeconds: number

  constructor(status: 429 | 503, retryAfterSeconds: number) {
    super(status === 429 ? 'too many renders for one address' : 'too many renders under way')
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** One for all, as in the lane. */
const BUSY = new RenderRefused(503, 5)

/** Decides which renders may start. Expensive misses pass here; a cached page never does. */
export function createRenderAdmission(limits: RenderLimits = RENDER_LIMITS, now: () => number = Date.now) {
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

    /** Resolves when a refusal may go out. */
    async delayRefusal(): Promise<void> {
      if (delayed >= MAX_DELAYED) return
      delayed += 1
      await pause(limits.refusalDelayMs)
      delayed -= 1
    },

    stats: () => ({
      pages: lanes.pages.stats(),
      openEnded: lanes.openEnded.stats(),
      personal: lanes.personal.stats(),
    }),
  }
}
