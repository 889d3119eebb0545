import { replyPromise } from '../business/hours.ts'
import type { ShopSettings } from '../business/shop-settings.ts'
import { formatCents } from '../money/cents.ts'
import type { Rates } from '../money/rates.ts'

/** Facts that texts can include without going out of date, because they come from the settings. */
export const FACTS = ['freeShippingFrom', 'shippingRate', 'replyTime', 'phone', 'email', 'businessName'] as const

export type Facts = Record<(typeof FACTS)[number], string>

export function factsOf({ hours, business }: Pick<ShopSettings, 'hours' | 'business'>, { shipping }: Rates): Facts {
  return {
    freeShippingFrom: formatCents(shipping.freeFromCents).replace(/\.00$/, ''),
    shippingRate: formatCents(shipping.flatCents),
    replyTime: replyPromise(hours),
    phone: business.phone,
    email: business.email,
    businessName: business.name,
  }
}
