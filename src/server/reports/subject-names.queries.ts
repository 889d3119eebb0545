import { inArray } from 'drizzle-orm'
import { productsTable } from '#server/catalogue/catalogue.tables.ts'
import { operatorsTable } from '#server/operators/operators.tables.ts'
import { ordersTable } from '#server/orders/orders.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Subject = { subjectKind: string; subjectId: string }

/** Readable names for the IDs in the log. Deleted things don't have one. */
export async function findNames(orm: Orm, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const idsOf = (kind: string) => [
    ...new Set(subjects.flatMap(({ subjectKind, subjectId }) => (subjectKind === kind ? [subjectId] : []))),
  ]
  const orders = idsOf('order').filter((id) => UUID.test(id))
  const [products, operators] = [idsOf('product'), idsOf('operator')]
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
  return new Map(found.flat().map(({ id, name }) => [id, name]))
}
