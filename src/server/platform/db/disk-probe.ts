import { isDiskFull } from './database-error.ts'
import type { Database } from './database.ts'

/**
 * About 1 MB: 512 rows just short enough not to be compressed. Even a temporary table allocates its pages in the file
 * system as it grows, and releases them at the end of the transaction.
 */
const FILL_ONE_MEGABYTE = `
  create temporary table if not exists disk_probe (filler text) on commit delete rows tablespace pg_default;
  insert into disk_probe select repeat('x', 1900) from generate_series(1, 512)`

/**
 * Returns true if the database can still allocate space and false if its disk is full; throws if it cannot be reached.
 */
export async function hasDiskSpace(database: Database): Promise<boolean> {
  try {
    await database.withConnection((connection) => connection.exec(FILL_ONE_MEGABYTE))
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}
