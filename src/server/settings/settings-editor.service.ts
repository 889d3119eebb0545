import type { SettingKey, ShopSettings } from '#domain/business/shop-settings.ts'
import type { Actor } from '#server/platform/audit/audit.queries.ts'
import { type EditResult, versionToken } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { createSettingParts } from './shop-settings.edits.ts'
import { findShopSettings } from './shop-settings.queries.ts'

export type SettingsEditor = ReturnType<typeof createSettingsEditor>

export function createSettingsEditor({ orm }: Database, defaults: ShopSettings) {
  const parts = createSettingParts(defaults)
  return {
    /** Everything that can be restored from the audit log. */
    parts: Object.values(parts),

    /** From the database, so possibly newer than what pages show. */
    find: (): Promise<ShopSettings> => findShopSettings(orm, defaults),

    save: <Key extends SettingKey>(
      key: Key,
      value: ShopSettings[Key],
      expectedVersion: string,
      actor: Actor,
    ): Promise<EditResult<ShopSettings[Key]>> =>
      inTransaction(orm, (tx) => parts[key].change(tx, { id: key, value, expectedVersion, actor })),

    versionOf: (value: ShopSettings[SettingKey]): string => versionToken(value),
  }
}
