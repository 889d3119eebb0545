import { errorText } from '#server/platform/error-text.ts'
import { StartError } from '#server/platform/start-error.ts'
import { checkDatabase } from './check-database.ts'
import type { Database } from './database.ts'
import { openPostgres, type PostgresOptions } from './open-postgres.ts'

/** For commands: the shop waits for a database that is away, a person wants to be told. */
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
