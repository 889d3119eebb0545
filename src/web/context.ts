import { createContext } from 'react-router'
import type { ShopFacts } from '#contract/shop-facts.ts'
import type { ShopSettings } from '#domain/business/shop-settings.ts'
import type { TextKey } from '#domain/texts/text-pages.ts'
import type { Services } from '#server/services.ts'
import type { PageTexts } from '#server/texts/texts.service.ts'

export type PageContext = {
  services: Omit<Services, 'shopSettings' | 'texts'>
  shop: ShopFacts
  /** What the owner has set at the desk. */
  settings: ShopSettings
  /** The words of a page, with facts filled in. */
  texts: <Key extends TextKey>(key: Key) => PageTexts<Key>
  /** Where the payment provider's script is loaded from: Square, its sandbox or the emulator. */
  squareWebSdkUrl: string
  /** Google Pay and Apple Pay are offered if the browser supports them. */
  hasWallets: boolean
  /** For functions that only our own pages should call; not a secret. */
  publicKey: string
  /** What the page shows; the page cache drops the page when the database notifies a change of one of these. */
  tags: Set<string>
  /**
   * Declares that the page is the same for every visitor, and its canonical address. Only then may it be cached; a page
   * whose loader doesn't call this is private. Build the address from what was found, never from the request: a request
   * with any other address is redirected to it.
   */
  share: (address: string, ...tags: readonly string[]) => void
  /** Declares a 404, with a page that is the same for every missing address of this route. */
  shareMissing: () => void
  /** Marks the inline scripts that the page may run. */
  scriptNonce: string
  /** Takes the rendered page past the response, which would copy it several times. */
  keepHtml: (html: Buffer) => void
  logError: (error: unknown, path: string) => void
}

/** What the server passes to loaders; see src/server/platform/pages/render-page.ts. */
export const pageContext = createContext<PageContext>()

/** The tag of a page that changes every day. */
export const TODAY = 'today'

/** The tag of every page, for the banner above it. */
export const RATES = 'rates'

/** The tag of every page that reads the owner's settings, which is added by reading them. */
export const SETTINGS = 'settings'

/** The tag of every page that shows the owner's texts, which is added by reading them. */
export const TEXTS = 'texts'

/** The tag of every page, for the collections in its header and footer. */
export const MENU = 'menu'

/** The tag of every page, for what is above it. */
export const ANNOUNCEMENT = 'announcement'
