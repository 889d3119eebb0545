import type { DeliveryRules, StatedDelivery } from '../orders/delivery-estimate.ts'
import { homeState, nearStates } from '../orders/neighbor-states.ts'
import type { ReturnTerms } from '../orders/return-terms.ts'
import type { Hours } from './hours.ts'
import type { SocialLinks } from './social.ts'

/** Who sells: shown on pages, in emails, on paper and to search engines. */
export type Business = {
  /** The name of the business, which may differ from the brand. */
  name: string
  email: string
  phone: string
  /** On one line; empty if there is none to show. */
  address: string
}

/** For a shop on a laptop, until its owner saves their own. */
export const EXAMPLE_ADDRESS = '482 Orchard Lane, Provo, UT 84601'

export type Sender = {
  /** Shown next to the address that emails come from; that address is the mail server's. */
  name: string
  /** Where replies go; empty for the business's email. */
  replyTo: string
}

/** Email addresses that get alerts; none means the business's email. */
export type Notifications = { alerts: readonly string[] }

/** This many bottles of a size or fewer count as low stock, for the badge on the home page and at the desk. */
export type Inventory = { lowAt: number }

/** The email about a shipped order has links to review what was bought. */
export type ReviewRules = { asksWhenShipped: boolean }

/** The shop states how long packing and shipping take only once the owner has said so. */
export type Delivery = DeliveryRules & { isStated: boolean }

/** The same applies to returns: the defaults are a proposal until the owner confirms them. */
export type Returns = ReturnTerms & { isStated: boolean }

/** Everything under Settings except rates and payments. Each is saved and undone on its own. */
export type ShopSettings = {
  business: Business
  hours: Hours
  social: SocialLinks
  sender: Sender
  inventory: Inventory
  reviews: ReviewRules
  notifications: Notifications
  delivery: Delivery
  returns: Returns
}
export type SettingKey = keyof ShopSettings

export const DEFAULT_DELIVERY: Delivery = {
  isStated: false,
  handlingDays: 2,
  transit: { near: { from: 2, to: 3 }, rest: { from: 3, to: 5 }, far: { from: 5, to: 8 } },
  closedDays: [],
}

export const DEFAULT_RETURNS: Returns = { isStated: false, days: 30, takesOpened: false, shopPays: false }

/** What pages can say about returns; null until the owner confirms it. */
export function statedReturns({ returns }: Pick<ShopSettings, 'returns'>): ReturnTerms | null {
  const { isStated, ...terms } = returns
  return isStated ? terms : null
}

/** What pages and emails can say about delivery; null until the owner turns it on. */
export function statedDelivery({
  business,
  delivery,
}: Pick<ShopSettings, 'business' | 'delivery'>): StatedDelivery | null {
  const { isStated, ...rules } = delivery
  return isStated ? { ...rules, near: nearStates(homeState(business.address)) } : null
}

export function alertRecipients({ business, notifications }: Pick<ShopSettings, 'business' | 'notifications'>) {
  return notifications.alerts.length > 0 ? notifications.alerts : [business.email]
}

/** Where a reply to an email goes. */
export function replyAddress({ business, sender }: Pick<ShopSettings, 'business' | 'sender'>): string {
  return sender.replyTo || business.email
}

/** The seller in a few lines, for the foot of an email, a packing slip and a printed order. */
export function sellerLines({ name, address, email, phone }: Business): string[] {
  return [name, ...(address ? [address] : []), `${email} · ${phone}`]
}
