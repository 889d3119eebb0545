import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Orm } from '#server/platform/db/database.ts'
import { findSetting, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'

export const SHOP_ID_KEY = 'shop-id'
const BYTES = 4
const shopIdSchema = z.string().regex(/^[0-9a-f]{8}$/)

/**
 * Names this shop in its backups, so that it never prunes those of another one in the same place. A restored shop gets a
 * new id: the original may still be running.
 */
export async function findShopId(orm: Orm, now: Date): Promise<string> {
  return orm.transaction(async (tx) => {
    await lockSetting(tx, SHOP_ID_KEY)
    const known = shopIdSchema.safeParse(await findSetting(tx, SHOP_ID_KEY)).data
    if (known !== undefined) return known
    const shopId = randomBytes(BYTES).toString('hex')
    await storeSetting(tx, SHOP_ID_KEY, shopId, now)
    return shopId
  })
}
