import type { Logger } from 'pino'
import type { ShopFacts } from '#contract/shop-facts.ts'
import type { DeskAssets } from '#desk/desk-document.tsx'
import type { DeskStreams } from '#server/events/desk-streams.ts'
import type { DrawDraft } from '#server/pages/draw-draft.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { DeskServices } from '#server/services/desk-services.ts'
import type { Services } from '#server/services/services.ts'

/** What the screens of the desk are made from. */
export type DeskParts = {
  /** The shop's own services, for what the desk does to the shop. */
  shop: Services
  desk: DeskServices
  streams: DeskStreams
  /** The page of a product that is not saved yet. */
  drawDraft: DrawDraft
  assets: DeskAssets
  securityHeaders: SecurityHeaders
  /** What stands on a packing slip as the sender. */
  shopFacts: ShopFacts
  publicUrl: URL
  trustedProxies: number
  log: Logger
  now: () => Date
}
