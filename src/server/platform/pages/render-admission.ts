import { createLocalLimits, type Limit } from '#server/platform/http/limits.ts'
import type { SenderUnits } from '#server/platform/http/sender-address.ts'
import { limitSenders, type SenderLimiter } from '#server/platform/http/sender-limits.ts'
import { createRenderLane, LANE_FULL, type RenderLane, type RenderLaneOptions } from './render-lane.ts'
import { createTarpit, type TarpitOptions } from './tarpit.ts'

export type RenderLimits = {
  /**
   * Renders per client address; cached pages do not count. The same for live streams, and for what strangers request at
   * the desk, each counted separately.
   */
  perAddress: Limit
  /** Cacheable pages, which are a finite set. */
  pages: RenderLaneOptions
  /** Pages anyone can request in unlimited variations: searches, suggestions, cursors. */
  openEnded: RenderLaneOptions
  /**
   * Personal pages, rendered on every request. Their addresses are signed, so a flood of searches cannot block them.
   */
  personal: RenderLaneOptions
  /** Slows down clients that are refused. */
  refusals: TarpitOptions
}

/** `share` is the share of the event loop's time for addresses anyone can make up, set by RENDER_SHARE. */
export function renderLimits(share: number): RenderLimits {
  return {
    perAddress: { count: 240, perMs: 60_000 },
    pages: { maxActive: 4, maxQueued: 200, maxWaitMs: 5000 },
    openEnded: { maxActive: 2, maxQueued: 50, maxWaitMs: 3000, time: { burstMs: 3000, share } },
    personal: { maxActive: 2, maxQueued: 50, maxWaitMs: 5000, time: { burstMs: 3000, share: Math.max(share, 0.15) } },
    refusals: { firstMs: 1000, maxMs: 8000, forgetMs: 30_000 },
  }
}

/** This long after the last render that was refused because there were too many, the shop counts as flooded. */
const FLOODED_MS = 5000

/** What is counted per address, each on its own: pages left open must not use up what a search needs. */
export type ChargedWork = 'render' | 'live' | 'desk'

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
  const local = createLocalLimits(now)
  const addresses = {
    render: limitSenders(local, 'render', limits.perAddress),
    live: limitSenders(local, 'live', limits.perAddress),
    desk: limitSenders(local, 'desk', limits.perAddress),
  } satisfies Record<ChargedWork, SenderLimiter>
  const lanes = {
    pages: createRenderLane(limits.pages),
    openEnded: createRenderLane(limits.openEnded),
    personal: createRenderLane(limits.personal),
  } satisfies Record<RenderLaneName, RenderLane>
  const hold = createTarpit(limits.refusals, now)
  let busyAt = -Infinity

  async function charge(sender: SenderUnits, work: ChargedWork): Promise<void> {
    const waitMs = await addresses[work].take(sender)
    if (waitMs > 0) throw new RenderRefused(429, Math.ceil(waitMs / 1000))
  }

  return {
    /** Without a lane: a lane could be filled by strangers, and then no one could sign in. */
    charge,

    async run<T>(sender: SenderUnits, lane: RenderLaneName, render: () => Promise<T>): Promise<T> {
      await charge(sender, 'render')
      try {
        return await lanes[lane].run(sender.client, render)
      } catch (error) {
        if (error !== LANE_FULL) throw error
        busyAt = now()
        throw BUSY
      }
    },

    /** Returns true if the client's render in this lane would be refused now. Saves the work up to that point. */
    refuseIfFull(lane: RenderLaneName, client: string): boolean {
      const isRefused = lanes[lane].refuseIfFull(client)
      if (isRefused) busyAt = now()
      return isRefused
    },

    /** Resolves when the refusal may be sent. */
    delayRefusal: hold,

    /**
     * Resolves when the "not found" response may be sent; undefined means right away, as long as the shop isn't flooded.
     * During a flood, addresses that don't exist are part of it. A client that used up its own limit isn't a flood: it
     * would slow down everyone else.
     */
    delayMissing(client: string): Promise<void> | undefined {
      return now() - busyAt < FLOODED_MS ? hold(client) : undefined
    },

    stats: () => ({
      pages: lanes.pages.stats(),
      openEnded: lanes.openEnded.stats(),
      personal: lanes.personal.stats(),
    }),
  }
}
