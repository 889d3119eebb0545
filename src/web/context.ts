import { createContext } from 'react-router'
import type { ShopFacts } from '#server/env.ts'
import type { Services } from '#server/services/services.ts'

export type PageContext = {
  services: Services
  shop: ShopFacts
  /** Where the payment provider's script comes from: Square, its sandbox or the emulator. */
  squareWebSdkUrl: string
  /** For functions that only our own pages are to call; no secret. */
  publicKey: string
  /** A loader adds what its page shows; the page cache drops the page when the database says that this changed. */
  tags: Set<string>
  /** The mark of the inline scripts that the page may run. */
  scriptNonce: string
  logError: (error: unknown, path: string) => void
  logMissing: (path: string) => void
}

/** What the server hands to loaders; see src/server/pages/draw-page.ts. */
export const pageContext = createContext<PageContext>()

/** The tag of a page that is another one tomorrow. */
export const TODAY = 'today'

/** The tag of every page: what stands above it. */
export const ANNOUNCEMENT = 'announcement'
