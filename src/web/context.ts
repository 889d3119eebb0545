import { createContext } from 'react-router'
import type { ShopFacts } from '#contract/shop-facts.ts'
import type { Services } from '#server/services.ts'

export type PageContext = {
  services: Services
  shop: ShopFacts
  /** Where the payment provider's script comes from: Square, its sandbox or the emulator. */
  squareWebSdkUrl: string
  /** Google Pay and Apple Pay are offered where the browser can. */
  hasWallets: boolean
  /** For functions that only our own pages are to call; no secret. */
  publicKey: string
  /** What the page shows; the page cache drops the page when the database says that one of these changed. */
  tags: Set<string>
  /**
   * Declares that the page is the same for everybody, and the one address of what it shows. Only then may it be cached;
   * a page whose loader does not call this is private. The address must be made of what was found, never of what was
   * asked for: a request under any other address is redirected to it.
   */
  share: (address: string, ...tags: readonly string[]) => void
  /** Declares that nothing is there, with a page that is the same for every such address of this route. */
  shareMissing: () => void
  /** The mark of the inline scripts that the page may run. */
  scriptNonce: string
  logError: (error: unknown, path: string) => void
}

/** What the server hands to loaders; see src/server/platform/pages/render-page.ts. */
export const pageContext = createContext<PageContext>()

/** The tag of a page that is another one tomorrow. */
export const TODAY = 'today'

/** The tag of every page: what stands above it. */
export const ANNOUNCEMENT = 'announcement'
