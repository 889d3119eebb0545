import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type OrderList, STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayStart } from '#server/platform/db/shop-days.ts'
import { orderLinesTable, ordersTable } from './orders.tables.ts'
import type { ListedOrder } from './orders.views.ts'

/** Keyset cursor: microseconds, which a Date cannot hold, and the order id. */
export type OrderCursor = { micros: number; id: string }

const { createdAt, id } = ordersTable

const isOn = (list: keyof typeof STATES_OF_LIST) => inArray(ordersTable.state, [...STATES_OF_LIST[list]])
/**
 * Literals, because with parameters the planner does not recognize that the partial index `orders_given_back` applies.
 */
const givenBack = sql.raw(STATES_OF_LIST['given-back'].map((state) => `'${state}'`).join(', '))

const CONDITIONS: Record<OrderList, SQL | undefined> = {
  'to-pack': isOn('to-pack'),
  confirming: isOn('confirming'),
  packed: isOn('packed'),
  shipped: isOn('shipped'),
  'given-back': sql`(refunded_cents > 0 or state in (${givenBack}))`,
  'not-taken': isOn('not-taken'),
  all: undefined,
}

const listed = {
  id,
  number: ordersTable.number,
  state: ordersTable.state,
  firstName: ordersTable.firstName,
  lastName: ordersTable.lastName,
  city: ordersTable.city,
  stateCode: ordersTable.stateCode,
  totalCents: ordersTable.totalCents,
  refundedCents: ordersTable.refundedCents,
  paidOutside: ordersTable.paidOutside,
  createdAt,
  micros: sql<number>`(extract(epoch from ${createdAt}) * 1000000)::bigint`.mapWith(Number),
}

function selectListed(orm: Orm) {
  return orm.select(listed).from(ordersTable)
}

const moment = (micros: number) => sql`(timestamptz 'epoch' + ${micros} * interval '1 microsecond')`
/** The first condition uses the index, the second only separates orders with the same microsecond. */
const older = ({ micros, id: last }: OrderCursor) =>
  sql`${createdAt} <= ${moment(micros)} and (${createdAt} < ${moment(micros)} or ${id} > ${last})`
const newer = ({ micros, id: last }: OrderCursor) =>
  sql`${createdAt} >= ${moment(micros)} and (${createdAt} > ${moment(micros)} or ${id} < ${last})`
const NEWEST = sql`${createdAt} desc, ${id}`
const OLDEST = sql`${createdAt}, ${id} desc`

/** Orders to pack and packed orders come oldest first, all others newest first. */
export async function listOrders(
  orm: Orm,
  list: OrderList,
  { after, limit }: { after: OrderCursor | undefined; limit: number },
): Promise<ListedOrder[]> {
  const isOldestFirst = list === 'to-pack' || list === 'packed'
  const beyond = after && (isOldestFirst ? newer(after) : older(after))
  return selectListed(orm)
    .where(and(CONDITIONS[list], beyond))
    .orderBy(isOldestFirst ? OLDEST : NEWEST)
    .limit(limit)
}

/** Each is an index, ordered by key and then by age. */
const KEYS = {
  number: sql`(number collate "C")`,
  email: sql`(lower(email) collate "C")`,
  lastName: sql`(lower(last_name || ' ' || first_name) collate "C")`,
  firstName: sql`(lower(first_name || ' ' || last_name) collate "C")`,
}
export type OrderKey = keyof typeof KEYS

export type FoundOrder = ListedOrder & { key: string }
export type FoundCursor = OrderCursor & { key: string }

/** The highest code point. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Orders whose key has this prefix. Reads two ranges of one index: the rest of the cursor's key, and the keys after it.
 */
export async function findOrders(
  orm: Orm,
  { key, start, except }: { key: OrderKey; start: string; except?: OrderKey | undefined },
  { after, limit }: { after: FoundCursor | undefined; limit: number },
): Promise<FoundOrder[]> {
  const column = KEYS[key]
  const first = key === 'number' ? sql`${start}::text` : sql`lower(${start}::text)`
  const begins = (of: SQL) => sql`${of} >= ${first} and ${of} < ${first} || ${LAST_CHARACTER}`
  const unlike = except && sql`not (${begins(KEYS[except])})`
  const select = () => orm.select({ ...listed, key: sql<string>`${column}` }).from(ordersTable)
  const same = after
    ? await select()
        .where(and(sql`${column} = ${after.key}`, older(after), unlike))
        .orderBy(NEWEST)
        .limit(limit)
    : []
  if (same.length === limit) return same
  const next = await select()
    .where(and(begins(column), after && sql`${column} > ${after.key}`, unlike))
    .orderBy(sql`${column}, ${NEWEST}`)
    .limit(limit - same.length)
  return [...same, ...next]
}

/** All orders of one customer, under any spelling of the email address. */
export async function findOrdersOf(
  orm: Orm,
  foldedEmail: string,
  { after, limit }: { after: OrderCursor | undefined; limit: number },
): Promise<ListedOrder[]> {
  return selectListed(orm)
    .where(and(eq(ordersTable.foldedEmail, foldedEmail), after && older(after)))
    .orderBy(NEWEST)
    .limit(limit)
}

/** Shop days such as 2026-03-04, both inclusive. */
export type DayPeriod = { from: string; to: string }

function selectExported(orm: Orm) {
  return orm
    .select({
      order: ordersTable,
      micros: listed.micros,
      items: sql<string>`coalesce((
        select string_agg(l.quantity || ' × ' || l.name || coalesce(' ' || l.size, ''), '; ' order by l.position)
        from ${orderLinesTable} l where l.order_id = ${ordersTable}.id), '')`,
    })
    .from(ordersTable)
}

export type ExportedOrder = Awaited<ReturnType<typeof selectExported>>[number]

/** Oldest first. */
export async function listForExport(
  orm: Orm,
  { from, to }: DayPeriod,
  { after, limit }: { after: OrderCursor | undefined; limit: number },
): Promise<ExportedOrder[]> {
  return selectExported(orm)
    .where(
      and(
        sql`${createdAt} >= ${dayStart(from)} and ${createdAt} < ${dayStart(to, 1)}`,
        eq(ordersTable.isDemo, false),
        after && newer(after),
      ),
    )
    .orderBy(OLDEST)
    .limit(limit)
}
