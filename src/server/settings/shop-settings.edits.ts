import { SETTING_KEYS } from '#domain/business/describe-settings.ts'
import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import { editable } from '#server/platform/audit/editable.ts'
import { storeSetting } from '#server/platform/settings/settings.queries.ts'
import { SETTING_SCHEMAS } from './setting-schemas.ts'
import { lockShopSetting } from './shop-settings.queries.ts'

export type SettingPart<Key extends SettingKey> = ReturnType<typeof editable<ShopSettings[Key]>>
export type SettingParts = { [Key in SettingKey]: SettingPart<Key> }

/** One part per setting, so that each is saved and undone independently. */
export function createSettingParts(defaults: ShopSettings): SettingParts {
  const part = <Key extends SettingKey>(key: Key): SettingPart<Key> =>
    editable<ShopSettings[Key]>({
      action: `settings.${key}`,
      subjectKind: 'setting',
      least: 'owner',
      schema: SETTING_SCHEMAS[key],
      read: (tx) => lockShopSetting(tx, key, defaults),
      write: (tx, _id, value) => storeSetting(tx, key, value, new Date()),
    })
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, part(key)])) as SettingParts
}
