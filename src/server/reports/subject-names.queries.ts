import { eq, inArray, sql } from 'drizzle-orm'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { operatorsTable } from '#server/operators/operators.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Subject } from '#server/platform/audit/audit.views.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { reviewsTable } from '#server/reviews/reviews.tables.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const FOUND = 50
/** The highest code point. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Readable names for the IDs in the log. Deleted things don't have one. */
export async function findNames(orm: Orm, subjects: readonly Subject[]): Promise<{ id: string; name: string }[]> {
  const [orders, products, operators] = [
    idsOf(subjects, 'order'),
    idsOf(subjects, 'product'),
    idsOf(subjects, 'operator'),
  ]
  const found = await Promise.all([
    orders.length === 0
      ? []
      : orm
          .select({ id: ordersTable.id, name: ordersTable.number })
          .from(ordersTable)
          .where(inArray(ordersTable.id, orders)),
    products.length === 0
      ? []
      : orm
          .select({ id: productsTable.id, name: productsTable.name })
          .from(productsTable)
          .where(inArray(productsTable.id, products)),
    operators.length === 0
      ? []
      : orm
          .select({ id: operatorsTable.id, name: operatorsTable.name })
          .from(operatorsTable)
          .where(inArray(operatorsTable.id, operators)),
  ])
  return found.flat()
}

/** What reviews in the log are about, and where they are now. */
export async function findReviews(orm: Orm, subjects: readonly Subject[]) {
  const reviews = idsOf(subjects, 'review')
  if (reviews.length === 0) return []
  const { id, title, reviewDate, isPublished, withheldReason } = reviewsTable
  return orm
    .select({
      id,
      title,
      productName: productsTable.name,
      isPublished,
      withheldReason,
      micros: sql<number>`(extract(epoch from ${reviewDate}) * 1000000)::bigint`.mapWith(Number),
    })
    .from(reviewsTable)
    .leftJoin(productsTable, eq(productsTable.id, reviewsTable.productId))
    .where(inArray(id, reviews))
}

function idsOf(subjects: readonly Subject[], kind: string): string[] {
  const ids = new Set(subjects.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? [subjectId] : [])))
  return [...ids].filter((id) => UUID.test(id) || kind === 'product' || kind === 'operator')
}

/** Products and people by a part of their name. Dots, quotes and hyphens alone have no key, and are in no name. */
export async function findNamed(orm: Orm, words: string): Promise<Subject[]> {
  const key = sql`search_key(${words}::text)`
  const named = (table: typeof productsTable | typeof operatorsTable) =>
    orm
      .select({ id: sql<string>`${table.id}` })
      .from(table)
      .where(sql`trim(${key}) <> '' and position(${key} in search_key(${table.name})) > 0`)
      .orderBy(table.name, table.id)
      .limit(FOUND)
  const [products, operators] = await Promise.all([named(productsTable), named(operatorsTable)])
  return [
    ...products.map(({ id }) => ({ subjectKind: 'product', subjectId: id })),
    ...operators.map(({ id }) => ({ subjectKind: 'operator', subjectId: id })),
  ]
}

/** Orders whose number begins like this. */
export async function findNumbered(orm: Orm, start: string): Promise<Subject[]> {
  const number = sql`(${ordersTable.number} collate "C")`
  const found = await orm
    .select({ id: ordersTable.id })
    .from(ordersTable)
    .where(sql`${number} >= ${start} and ${number} < ${start + LAST_CHARACTER}`)
    .orderBy(number)
    .limit(FOUND)
  return found.map(({ id }) => ({ subjectKind: 'order', subjectId: id }))
}
