import { type Business, type ShopSettings, statedDelivery, statedReturns } from '#domain/business/shop-settings.ts'
import { socialLinks } from '#domain/business/social.ts'
import type { StatedDelivery } from '#domain/orders/delivery-estimate.ts'
import type { ReturnTerms } from '#domain/orders/return-terms.ts'

/** Who sells and where to find them, as pages and emails show it. */
export type ShopFacts = Business & {
  /** The shop's profiles on social networks. */
  social: { name: string; url: string }[]
  websiteUrl: string
  /** How long packing and shipping take; null if the owner hasn't turned on estimates. */
  delivery: StatedDelivery | null
  /** What may be returned; null until the owner has confirmed it. */
  returns: ReturnTerms | null
}

export function shopFacts(
  settings: Pick<ShopSettings, 'business' | 'social' | 'delivery' | 'returns'>,
  websiteUrl: string,
): ShopFacts {
  const { business, social } = settings
  return {
    ...business,
    social: socialLinks(social),
    websiteUrl,
    delivery: statedDelivery(settings),
    returns: statedReturns(settings),
  }
}
