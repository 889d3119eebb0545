import type { Business, ShopSettings } from '#domain/business/shop-settings.ts'
import { socialLinks } from '#domain/business/social.ts'

/** Who sells and where to find them, as pages and emails show it. */
export type ShopFacts = Business & {
  /** The shop's profiles on social networks. */
  social: { name: string; url: string }[]
  websiteUrl: string
}

export function shopFacts(
  { business, social }: Pick<ShopSettings, 'business' | 'social'>,
  websiteUrl: string,
): ShopFacts {
  return { ...business, social: socialLinks(social), websiteUrl }
}
