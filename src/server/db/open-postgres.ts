import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Database } from './database.ts'

export type PostgresOptions = {
  url: string
  /** Poolers such as PgBouncer do not pass notifications on; then this names the server itself. */
  listenUrl?: string | undefined
  maxConnections?: number
}

const CONNECT_TIMEOUT_SECONDS = 2
const STATEMENT_TIMEOUT_MS = 3000

export function openPostgres({ url, listenUrl, maxConnections = 12 }: PostgresOptions): Database {
  const sql = postgres(url, {
    max: maxConnections,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: 60,
    onnotice: () => {},
    connection: { application_name: 'bloomera', statement_timeout: STATEMENT_TIMEOUT_MS },
  })
  const listener = postgres(listenUrl ?? url, { max: 1, connect_timeout: CONNECT_TIMEOUT_SECONDS, onnotice: () => {} })
  return {
    engine: 'postgres',
    orm: drizzle({ client: sql }),
    withConnection: async (work) => {
      const reserved = await sql.reserve()
      try {
        return await work({
          exec: async (statements) => void (await reserved.unsafe(statements)),
          rows: async (statement, parameters = []) => [
            ...(await reserved.unsafe(statement, parameters as postgres.ParameterOrJSON<never>[])),
          ],
        })
      } finally {
        reserved.release()
      }
    },
    listen: async (channel, { onPayload, onGap }) => {
      // Called again after every reconnect; the first time there is nothing to have missed.
      let connectedBefore = false
      await listener.listen(channel, onPayload, () => {
        if (connectedBefore) onGap()
        connectedBefore = true
      })
    },
    ping: async () => void (await sql`select 1`),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), listener.end({ timeout: 1 })])
    },
  }
}
