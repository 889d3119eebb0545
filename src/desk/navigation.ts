import type { Role } from '#domain/operators/roles.ts'
import { deskPaths } from './desk-paths.ts'
import type { DeskIconName } from './ui/desk-icon.tsx'

/** In the order of a typical working day. A phone shows the first four next to 'More'. */
const ENTRIES = [
  { section: 'today', label: 'Today', href: deskPaths.today(), icon: 'sun', least: 'read-only' },
  { section: 'orders', label: 'Orders', href: deskPaths.orders(), icon: 'package', least: 'read-only' },
  { section: 'reviews', label: 'Reviews', href: deskPaths.reviews(), icon: 'speech', least: 'read-only' },
  { section: 'catalogue', label: 'Products', href: deskPaths.products(), icon: 'leaf', least: 'read-only' },
  { section: 'pages', label: 'Pages', href: deskPaths.textPages(), icon: 'page', least: 'read-only' },
  { section: 'codes', label: 'Discounts', href: deskPaths.codes(), icon: 'tag', least: 'read-only' },
  { section: 'customers', label: 'Customers', href: deskPaths.customers(), icon: 'person', least: 'owner' },
  { section: 'subscribers', label: 'Subscribers', href: deskPaths.subscribers(), icon: 'letter', least: 'read-only' },
  { section: 'money', label: 'Payouts', href: deskPaths.money(), icon: 'coins', least: 'read-only' },
  { section: 'taxes', label: 'Taxes', href: deskPaths.taxes(), icon: 'receipt', least: 'read-only' },
  { section: 'audit', label: 'Activity log', href: deskPaths.audit(), icon: 'book', least: 'read-only' },
  { section: 'team', label: 'Team', href: deskPaths.team(), icon: 'people', least: 'owner' },
  { section: 'settings', label: 'Settings', href: deskPaths.settings(), icon: 'sliders', least: 'owner' },
  { section: 'account', label: 'Account', href: deskPaths.account(), icon: 'key', least: 'read-only' },
] as const satisfies readonly { section: string; label: string; href: string; icon: DeskIconName; least: Role }[]

export type Section = (typeof ENTRIES)[number]['section']
export type NavigationEntry = { section: Section; label: string; href: string; icon: DeskIconName; least: Role }

/** The waiting work of an entry, shown as a number next to it on every screen. */
export const BADGES = { orders: 'to pack', reviews: 'to read', money: 'unseen alerts' } as const satisfies Partial<
  Record<Section, string>
>
export type BadgeSection = keyof typeof BADGES
export type BadgeCounts = Record<BadgeSection, number>

/** Counted up to a limit beyond this. */
const MOST = 999

export function badgeText(count: number): string {
  return count > MOST ? `${MOST}+` : String(count)
}

export const NAVIGATION: readonly NavigationEntry[] = ENTRIES

export const IN_BOTTOM_BAR = 4
