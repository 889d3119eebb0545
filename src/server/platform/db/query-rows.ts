import type { SQL } from 'drizzle-orm'
import type { Orm } from './database.ts'

/**
 * Drizzle returns the driver's raw result, which is an array for one driver and an object with `rows` for the other.
 */
export async function queryRows<Row = Record<string, unknown>>(orm: Orm, statement: SQL): Promise<Row[]> {
  const result: unknown = await orm.execute(statement)
  return (Array.isArray(result) ? result : (result as { rows: Row[] }).rows) as Row[]
}
