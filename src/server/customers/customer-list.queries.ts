import { and, inArray, type SQL, sql } from 'drizzle-orm'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import type { CustomerCursor, ListedCustomer } from './customers.views.ts'

const { createdAt, email, firstName, id, lastName } = ordersTable

/** With the table's name, because in a subquery a bare column would be the subquery's. */
const isLatest = sql`not exists (
  select from ${ordersTable} newer
  where newer.folded_email = orders.folded_email and newer.paid_at is not null
    and (newer.created_at > orders.created_at or (newer.created_at = orders.created_at and newer.id < orders.id)))`

const ofCustomer = (value: SQL) =>
  sql<number>`(select ${value} from ${ordersTable} o where o.folded_email = orders.folded_email and o.paid_at is not null)`.mapWith(
    Number,
  )

type CustomerFilter = {
  /** Undefined for everyone. */
  mailboxes: readonly string[] | undefined
  /** Empty for any. */
  tag: string
}

/** Customers who have paid for an order, by their latest one. Reads about as many orders as it lists customers. */
export async function listCustomers(
  orm: Orm,
  { mailboxes, tag, after, limit }: CustomerFilter & { after: CustomerCursor | undefined; limit: number },
): Promise<ListedCustomer[]> {
  const last = after && sql`(timestamptz 'epoch' + ${after.micros} * interval '1 microsecond')`
  return orm
    .select({
      id,
      email,
      firstName,
      lastName,
      lastOrderAt: createdAt,
      micros: sql<number>`(extract(epoch from ${createdAt}) * 1000000)::bigint`.mapWith(Number),
      orders: ofCustomer(sql`count(*)`),
      spentCents: ofCustomer(
        sql`sum(o.total_cents + o.added_goods_cents - o.added_discount_cents + o.added_shipping_cents + o.added_tax_cents - o.refunded_cents)`,
      ),
      tags: sql<
        string[]
      >`coalesce((select tags from customer_notes n where n.folded_email = orders.folded_email), '{}')`,
    })
    .from(ordersTable)
    .where(
      and(
        sql`paid_at is not null`,
        isLatest,
        mailboxes && inArray(ordersTable.foldedEmail, [...mailboxes]),
        tag === ''
          ? undefined
          : sql`orders.folded_email in (select folded_email from customer_notes where tags @> array[${tag}]::text[])`,
        last && sql`${createdAt} <= ${last} and (${createdAt} < ${last} or ${id} > ${after.id})`,
      ),
    )
    .orderBy(sql`${createdAt} desc, ${id}`)
    .limit(limit)
}
