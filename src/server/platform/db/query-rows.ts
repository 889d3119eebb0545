import type { SQL } from 'drizzle-orm'
import type { Orm } from './database.ts'

/** Drizzle hands the driver's own result through: an array of one, an object with rows of the other. */
export async function queryRows<Row = Record<string, unknown>>(orm: Orm, statement: SQL): Promise<Row[]> {
  const result: unknown = await orm.execute(statement)
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}
