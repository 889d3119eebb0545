import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ViewDays } from '#domain/orders/order-filter.ts'
import { countedUpTo, isOldestFirst, type OrderList, STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import type { OrderSearchField } from '#domain/orders/order-search.ts'
import type { Days } from '#domain/time/report-range.ts'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { dayStart } from '#server/platform/db/shop-days.ts'
import { balanceRequestsTable } from './balance-requests.tables.ts'
import { isUnderwayWithProblem, orderLinesTable, ordersTable } from './orders.tables.ts'
import type { ListedOrder } from './orders.views.ts'
import { shipmentsTable } from './shipments.tables.ts'

/** Keyset cursor: microseconds, which a Date cannot hold, and the order id. */
export type OrderCursor = { micros: number; id: string }

const { createdAt, id } = ordersTable

const isOn = (list: keyof typeof STATES_OF_LIST) => inArray(ordersTable.state, [...STATES_OF_LIST[list]])
/**
 * Literals, because with parameters the planner does not recognize that the partial index `orders_given_back` applies.
 */
const givenBack = sql.raw(STATES_OF_LIST['given-back'].map((state) => `'${state}'`).join(', '))

/** A customer's request that can still be paid. */
const isAskedFor = sql`b.state = 'open' and b.expires_at > now()`

const CONDITIONS: Record<OrderList, SQL | undefined> = {
  'to-pack': isOn('to-pack'),
  confirming: isOn('confirming'),
  owing: sql`${id} in (select b.order_id from ${balanceRequestsTable} b where ${isAskedFor})`,
  packed: isOn('packed'),
  'partly-shipped': isOn('partly-shipped'),
  shipped: isOn('shipped'),
  problem: isUnderwayWithProblem,
  delivered: isOn('delivered'),
  'given-back': sql`(refunded_cents > 0 or state in (${givenBack}))`,
  returns: sql`return_state is not null`,
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
  addedGoodsCents: ordersTable.addedGoodsCents,
  addedDiscountCents: ordersTable.addedDiscountCents,
  addedShippingCents: ordersTable.addedShippingCents,
  addedTaxCents: ordersTable.addedTaxCents,
  returnState: ordersTable.returnState,
  askedCents: sql<number | null>`(select b.amount_cents from ${balanceRequestsTable} b
    where b.order_id = ${ordersTable}.id and ${isAskedFor})`,
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

/** An empty day is no limit. */
const isWithin = (at: typeof createdAt | typeof ordersTable.paidAt, { from, to }: Days) =>
  and(
    from === '' ? undefined : sql`${at} >= ${dayStart(from)}`,
    to === '' ? undefined : sql`${at} < ${dayStart(to, 1)}`,
  )
/** Orders are paid after they are placed, give or take the clocks: newer ones need not be looked at. */
const paidIn = (days: Days) => and(isWithin(ordersTable.paidAt, days), sql`${createdAt} < ${dayStart(days.to, 2)}`)

/** Orders that are to pack or to ship come oldest first, all others newest first. */
export async function listOrders(
  orm: Orm,
  list: OrderList,
  { after, limit, placed, paid }: { after: OrderCursor | undefined; limit: number } & ViewDays,
): Promise<ListedOrder[]> {
  const beyond = after && (isOldestFirst(list) ? newer(after) : older(after))
  return selectListed(orm)
    .where(and(CONDITIONS[list], placed && isWithin(createdAt, placed), paid && paidIn(paid), beyond))
    .orderBy(isOldestFirst(list) ? OLDEST : NEWEST)
    .limit(limit)
}

export async function findCursor(orm: Orm, orderId: string): Promise<OrderCursor | undefined> {
  const [row] = await orm.select({ micros: listed.micros, id }).from(ordersTable).where(eq(id, orderId))
  return row
}

/** Each list counted up to one beyond its limit, through the index that also lists it. */
export async function countLists(orm: Orm): Promise<Record<OrderList, number>> {
  const upTo = (list: OrderList) =>
    sql<number>`(select count(*)::integer from
      (select from ${ordersTable} where ${CONDITIONS[list] ?? sql`true`} limit ${countedUpTo(list) + 1}) found)`
  const [row] = await orm
    .select({
      'to-pack': upTo('to-pack'),
      confirming: upTo('confirming'),
      owing: upTo('owing'),
      packed: upTo('packed'),
      'partly-shipped': upTo('partly-shipped'),
      shipped: upTo('shipped'),
      problem: upTo('problem'),
      delivered: upTo('delivered'),
      'given-back': upTo('given-back'),
      returns: upTo('returns'),
      'not-taken': upTo('not-taken'),
      all: upTo('all'),
    })
    .from(sql`(values (1)) one`)
  if (!row) throw new Error('single-row query returned no row')
  return row
}

type Key = { column: SQL; start: (typed: string) => SQL; only?: SQL }

const asIs = (typed: string) => sql`${typed}::text`
const lowered = (typed: string) => sql`lower(${typed}::text)`
const asName = (typed: string) => sql`search_key(${typed}::text)`

/** Each is an index, ordered by key and then by age. */
const KEYS = {
  number: { column: sql`(number collate "C")`, start: asIs },
  email: { column: sql`(lower(email) collate "C")`, start: lowered },
  lastName: { column: sql`(search_key(last_name || ' ' || first_name) collate "C")`, start: asName },
  firstName: { column: sql`(search_key(first_name || ' ' || last_name) collate "C")`, start: asName },
  zip: { column: sql`(zip collate "C")`, start: asIs },
  phone: {
    column: sql`(reverse(regexp_replace(phone, '\\D', '', 'g')) collate "C")`,
    start: asIs,
    only: sql`phone is not null`,
  },
  tracking: {
    column: sql`(upper(regexp_replace(tracking_number, '[^0-9A-Za-z]', '', 'g')) collate "C")`,
    start: asIs,
    only: sql`tracking_number is not null`,
  },
  code: { column: sql`(lower(discount_code) collate "C")`, start: lowered, only: sql`discount_code is not null` },
} as const satisfies Record<Exclude<OrderSearchField, 'product' | 'package'>, Key>
export type OrderKey = keyof typeof KEYS

/** A key and the beginning of its value. */
export type KeySearch = { key: OrderKey; start: string }

export type FoundOrder = ListedOrder & { key: string }
export type FoundCursor = OrderCursor & { key: string }

/** The highest code point. */
const LAST_CHARACTER = '\u{10FFFF}'

function begins({ key, start }: KeySearch): SQL | undefined {
  const { column, start: normalize, only }: Key = KEYS[key]
  const first = normalize(start)
  return and(only, sql`${column} >= ${first} and ${column} < ${first} || ${LAST_CHARACTER}`)
}

/** Not found by earlier searches, so each order is found once. A missing phone number is not a match. */
function unlike(except: readonly KeySearch[]): SQL | undefined {
  return and(...except.map((search) => sql`(${begins(search)}) is not true`))
}

/**
 * Orders whose key has this prefix. Reads two ranges of one index: the rest of the cursor's key, and the keys after it.
 */
export async function findOrders(
  orm: Orm,
  search: KeySearch,
  { after, limit, except }: { after: FoundCursor | undefined; limit: number; except: readonly KeySearch[] },
): Promise<FoundOrder[]> {
  const { column, only }: Key = KEYS[search.key]
  const select = () => orm.select({ ...listed, key: sql<string>`${column}` }).from(ordersTable)
  const same = after
    ? await select()
        .where(and(only, sql`${column} = ${after.key}`, older(after), unlike(except)))
        .orderBy(NEWEST)
        .limit(limit)
    : []
  if (same.length === limit) return same
  const next = await select()
    .where(and(begins(search), after && sql`${column} > ${after.key}`, unlike(except)))
    .orderBy(sql`${column}, ${NEWEST}`)
    .limit(limit - same.length)
  return [...same, ...next]
}

/**
 * Orders with a product whose name has this in it, newest first. Reads the newest lines of each such product; an order
 * has several of them if it has several sizes.
 */
export async function findOrdersWithProduct(
  orm: Orm,
  typed: string,
  { after, limit, except }: { after: OrderCursor | undefined; limit: number; except: readonly KeySearch[] },
): Promise<ListedOrder[]> {
  const beyond =
    after &&
    sql`and l.ordered_at <= ${moment(after.micros)} and (l.ordered_at < ${moment(after.micros)} or l.order_id > ${after.id})`
  const others = unlike(except)
  return selectListed(orm)
    .where(
      sql`${id} in (
        select found.order_id from ${productsTable} p cross join lateral (
          select distinct l.ordered_at, l.order_id from ${orderLinesTable} l
          ${others && sql`join ${ordersTable} on ${id} = l.order_id`}
          where l.product_id = p.id ${beyond} ${others && sql`and ${others}`}
          order by l.ordered_at desc, l.order_id limit ${limit}) found
        where position(search_key(${typed}::text) in search_key(p.name)) > 0
        group by found.order_id, found.ordered_at
        order by found.ordered_at desc, found.order_id limit ${limit})`,
    )
    .orderBy(NEWEST)
}

/** The order with a package that has this tracking number. An order shipped in several packages has none of its own. */
export async function findOrdersWithPackage(
  orm: Orm,
  trackingNumber: string,
  { after, limit, except }: { after: OrderCursor | undefined; limit: number; except: readonly KeySearch[] },
): Promise<ListedOrder[]> {
  const found = orm
    .select({ orderId: shipmentsTable.orderId })
    .from(shipmentsTable)
    .where(eq(shipmentsTable.trackingNumber, trackingNumber))
  return selectListed(orm)
    .where(and(inArray(id, found), after && older(after), unlike(except)))
    .orderBy(NEWEST)
    .limit(limit)
}

const CUSTOMER_KEYS = ['email', 'lastName', 'firstName'] as const satisfies OrderKey[]

/**
 * The mailboxes of orders whose email address or name begins with what was typed; of each key, up to a limit. In the
 * order of the index: without one, the planner reads the table until it has found enough.
 */
export async function findMailboxes(
  orm: Orm,
  typed: string,
  limit: number,
): Promise<{ mailboxes: string[]; hasMore: boolean }> {
  const matching = CUSTOMER_KEYS.map(
    (key) => sql`(select ${key} as key, folded_email from ${ordersTable}
      where ${begins({ key, start: typed })} order by ${KEYS[key].column}, ${NEWEST} limit ${limit + 1})`,
  )
  const rows = await orm
    .select({ key: sql<string>`key`, foldedEmail: sql<string>`folded_email` })
    .from(sql`(${sql.join(matching, sql` union all `)}) found`)
  const found = CUSTOMER_KEYS.map((key) => rows.filter((row) => row.key === key))
  return {
    mailboxes: [...new Set(found.flatMap((part) => part.slice(0, limit).map(({ foldedEmail }) => foldedEmail)))],
    hasMore: found.some((part) => part.length > limit),
  }
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
        select string_agg(l.quantity - l.exchanged || ' × ' || l.name || coalesce(' ' || l.size, '') ||
          case when l.removed > 0 then ' (' || l.removed || ' removed)' else '' end, '; ' order by l.position)
        from ${orderLinesTable} l where l.order_id = ${ordersTable}.id and l.quantity > l.exchanged), '')`,
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
