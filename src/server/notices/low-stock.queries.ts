import { sql } from 'drizzle-orm'
import type { LowSize } from '#domain/notices/notice.ts'
import { productsTable, stockLevelsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { queryRows } from '#server/platform/db/query-rows.ts'
import { lowStockNoticesTable } from './notices.tables.ts'

/** Sizes on sale that are low and weren't reported since they last had enough. Marks them as reported. */
export async function takeNewlyLow(tx: Orm, lowAt: number): Promise<LowSize[]> {
  await tx.delete(lowStockNoticesTable).where(sql`not exists (select from ${stockLevelsTable} s
    where s.product_id = ${lowStockNoticesTable.productId} and s.size = ${lowStockNoticesTable.size}
      and s.on_hand <= ${lowAt})`)
  return queryRows<LowSize>(
    tx,
    sql`with taken as (
        insert into low_stock_notices (product_id, size)
        select s.product_id, s.size from ${stockLevelsTable} s join ${productsTable} p on p.id = s.product_id
        where p.is_active and s.on_hand <= ${lowAt}
        on conflict do nothing returning product_id, size)
      select p.name, s.size, s.on_hand as "onHand"
      from taken join ${stockLevelsTable} s on s.product_id = taken.product_id and s.size = taken.size
      join ${productsTable} p on p.id = s.product_id
      order by s.on_hand, p.name, s.size`,
  )
}
