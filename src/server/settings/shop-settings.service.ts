import { shopFacts, type ShopFacts } from '#contract/shop-facts.ts'
import { alertRecipients, type ShopSettings } from '#domain/business/shop-settings.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import { createLiveValue } from '#server/platform/settings/live-value.ts'
import { findShopSettings } from './shop-settings.queries.ts'

export type ShopSettingsService = ReturnType<typeof createShopSettingsService>

/** The owner's settings as pages and emails show them. The defaults come from the environment. */
export function createShopSettingsService(
  { orm }: Pick<Database, 'orm'>,
  { defaults, websiteUrl }: { defaults: ShopSettings; websiteUrl: string },
) {
  const live = createLiveValue({
    initial: defaults,
    find: () => findShopSettings(orm, defaults),
    shownNow: (settings) => settings,
  })
  return {
    ...live,
    defaults,
    facts: (): ShopFacts => shopFacts(live.current(), websiteUrl),
  }
}

/** Who gets an alert, read in the transaction that raises it. */
export function findAlertRecipients(defaults: ShopSettings): (tx: Orm) => Promise<readonly string[]> {
  return async (tx) => alertRecipients(await findShopSettings(tx, defaults))
}
