import { SETTINGS } from '#domain/business/describe-settings.ts'
import type { SettingKey } from '#domain/business/shop-settings.ts'
import { deskPaths } from './desk-paths.ts'
import { labelPaths } from './label-paths.ts'

const setting = (key: SettingKey) => ({ place: key, label: SETTINGS[key].title, href: deskPaths.setting(key) }) as const

/** Every screen of the settings, in the order of the list. */
export const SETTINGS_GROUPS = [
  {
    title: 'Selling',
    places: [
      { place: 'shipping', label: 'Shipping', href: deskPaths.shippingSettings() },
      setting('delivery'),
      { place: 'labels', label: 'Shipping labels', href: labelPaths.labelSettings() },
      setting('returns'),
      { place: 'taxes', label: 'Tax rates', href: deskPaths.taxSettings() },
      { place: 'payments', label: 'Payments', href: deskPaths.paymentSettings() },
      setting('inventory'),
      setting('reviews'),
    ],
  },
  { title: 'Business', places: [setting('business'), setting('hours'), setting('social'), setting('sender')] },
  {
    title: 'You and the desk',
    places: [
      setting('notifications'),
      { place: 'team', label: 'Team', href: deskPaths.team() },
      { place: 'account', label: 'Account', href: deskPaths.account() },
      { place: 'backups', label: 'Backups', href: deskPaths.backups() },
    ],
  },
] as const satisfies { title: string; places: readonly { place: string; label: string; href: string }[] }[]

export type SettingsPlace = (typeof SETTINGS_GROUPS)[number]['places'][number]['place']
