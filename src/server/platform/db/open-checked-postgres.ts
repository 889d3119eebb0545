import { errorText } from '#server/platform/error-text.ts'
import { StartError } from '#server/platform/start-error.ts'
import { checkDatabase } from './check-database.ts'
import type { Database } from './database.ts'
import { openPostgres, type PostgresOptions } from './open-postgres.ts'

/** For commands: unlike the shop, which waits for a database that's down, a person wants to know right away. */
export async function openCheckedPostgres(options: PostgresOptions): Promise<Database> {
  const database = openPostgres(options)
  try {
    await checkDatabase(database)
    return database
  } catch (error) {
    await database.close()
    if (error instanceof StartError) throw error
    throw new StartError(`DATABASE_URL doesn't work: ${errorText(error)}`, { cause: error })
  }
}
