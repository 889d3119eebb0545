import type { RenderLimits } from '#server/platform/pages/render-admission.ts'

/** Never reached on a busy test machine; tests of the limits bring their own. */
export const WIDE_LIMITS: RenderLimits = {
  perAddress: { count: 1_000_000, perMs: 1000 },
  pages: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  openEnded: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  personal: { maxActive: 4, maxQueued: 1000, maxWaitMs: 60_000 },
  refusals: { firstMs: 0, maxMs: 0, forgetMs: 1 },
}
