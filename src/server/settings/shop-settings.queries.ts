import { SETTING_KEYS } from '#domain/business/describe-settings.ts'
import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, findSettings, lockSetting } from '#server/platform/settings/settings.queries.ts'
import { SETTING_SCHEMAS } from './setting-schemas.ts'

/**
 * What the owner has saved, and the default for the rest. A setting that can't be read counts as not saved, so that
 * pages still render and alerts are still sent. A database trigger invalidates the cached pages when
 * one of them changes.
 */
export async function findShopSettings(orm: Orm, defaults: ShopSettings): Promise<ShopSettings> {
  const stored = await findSettings(orm, SETTING_KEYS)
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, readOr(key, stored.get(key), defaults)])) as ShopSettings
}

/** For an editor: locks it until the transaction ends. */
export async function lockShopSetting<Key extends SettingKey>(
  tx: Orm,
  key: Key,
  defaults: ShopSettings,
): Promise<ShopSettings[Key]> {
  await lockSetting(tx, key)
  return readOr(key, await findSetting(tx, key), defaults)
}

function readOr<Key extends SettingKey>(key: Key, stored: unknown, defaults: ShopSettings): ShopSettings[Key] {
  return SETTING_SCHEMAS[key].safeParse(stored).data ?? defaults[key]
}
